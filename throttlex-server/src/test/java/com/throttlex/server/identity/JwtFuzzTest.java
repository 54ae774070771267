package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.Base64URL;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A modified token is rejected, and never throws. */
class JwtFuzzTest {
  private static final String GARBAGE = "\0\n .-_=+/*AZaz09\"{}[],:\u00e9\ud83d";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"HS256,8000", "RS256,8000", "ES256,1000"})
  void goodToken_mutated_isRefused(String algorithm, int mutants) throws IOException {
    Path file = folder.resolve("keys.pem");
    Files.writeString(
        file, Issuer.pem(Issuer.RSA.getPublic()) + Issuer.pem(Issuer.P256.getPublic()));
    JwtSettings settings = Issuer.settings(Issuer.SECRET, file, null, "HS256", "RS256", "ES256");
    String good = Issuer.good(algorithm);
    Random random = new Random(algorithm.hashCode());
    try (JwtVerifier verifier = JwtVerifier.open(settings, () -> Issuer.NOW_MILLIS)) {
      for (int i = 0; i < mutants; i++) {
        String mutant = random.nextBoolean() ? mutant(good, random) : insideOut(good, random);
        Identity found = verifier.verify(mutant);
        assertThat(found == null || mutant.equals(good)).as("mutant %d: %s", i, mutant).isTrue();
      }
      assertThat(verifier.verify(good)).isNotNull();
    }
  }

  /** The token with one of its parts decoded, garbled and encoded again. */
  private static String insideOut(String token, Random random) {
    String[] parts = token.split("\\.", -1);
    int part = random.nextInt(2);
    parts[part] =
        Base64URL.encode(mutant(Base64URL.from(parts[part]).decodeToString(), random)).toString();
    return String.join(".", parts);
  }

  @Test
  void signedPayload_mutated_isRefusedOrGivesAUser() throws IOException {
    String payload =
        Issuer.payload(",\"nbf\":1.5,\"plan\":\"pro\",\"aud\":[\"a\",null,{\"b\":[]}]");
    Random random = new Random(20);
    int refused = 0;
    try (JwtVerifier verifier = JwtVerifier.open(Issuer.withSecret(), () -> Issuer.NOW_MILLIS)) {
      for (int i = 0; i < 5000; i++) {
        String mutant = mutant(payload, random);
        Identity found = verifier.verify(Issuer.withPayload(mutant));
        refused += found == null ? 1 : 0;
        assertThat(found == null || !found.user().isBlank())
            .as("mutant %d: %s", i, mutant)
            .isTrue();
      }
    }
    assertThat(refused).isBetween(500, 4999);
  }

  private static String mutant(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    for (int i = random.nextInt(3); i >= 0; i--) {
      int from = random.nextInt(mutant.length());
      int to = Math.min(mutant.length(), from + 1 + random.nextInt(random.nextBoolean() ? 2 : 30));
      char garbage = GARBAGE.charAt(random.nextInt(GARBAGE.length()));
      switch (random.nextInt(5)) {
        case 0 -> mutant.delete(from, to).append(garbage);
        case 1 -> mutant.insert(from, mutant.substring(from, to));
        case 2 -> mutant.insert(random.nextInt(mutant.length()), garbage);
        case 3 -> mutant.setCharAt(mutant.length() - 1, garbage);
        default -> mutant.setCharAt(from, garbage);
      }
    }
    return mutant.toString();
  }
}
