package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JwtSettingsTest {
  private static final URI URL = URI.create("https://issuer.example/jwks.json");

  @TempDir Path folder;

  @Test
  void algorithms_byDefault_followTheKindOfKey() {
    assertThat(Issuer.withSecret().algorithms()).containsExactly("HS256");
    assertThat(Issuer.withJwks(URL).algorithms()).containsExactly("RS256", "ES256");
    assertThat(Issuer.withSecret().problems()).isEmpty();
    assertThat(Issuer.withJwks(URL).problems()).isEmpty();
    assertThat(Issuer.withJwks(URL).roleClaim()).isEqualTo("role");
  }

  @Test
  void problems_areAllReportedAtOnce() {
    JwtSettings settings =
        new JwtSettings(
            Set.of("none"), "short", null, URI.create("ftp://x/"), "", " ", "", "\t", false);
    assertThat(settings.problems())
        .containsExactly(
            "identity.jwt.algorithms: \"none\" (expected: HS, RS, ES or PS with 256, 384 or 512)",
            "identity.jwt.secret: not used (expected: HS256, HS384 or HS512 among the algorithms)",
            "identity.jwt.jwks-url: ftp://x/ (expected: an absolute http or https URL)",
            "identity.jwt.issuer: blank (expected: some text, or no such key)",
            "identity.jwt.audience: blank (expected: some text, or no such key)",
            "identity.jwt.tier-claim: blank (expected: some text, or no such key)",
            "identity.jwt.role-claim: blank (expected: some text, or no such key)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "hs256", "HS256 ", "ES256K", "EdDSA", "A256KW", ""})
  void algorithm_thatIsUnknown_isAProblem(String name) {
    assertThat(Issuer.withSecret("HS256", name).problems())
        .singleElement()
        .asString()
        .startsWith("identity.jwt.algorithms: \"" + name + "\"");
  }

  @Test
  void settings_withoutAKey_areAProblem() {
    assertThat(Issuer.settings(null, null, null).problems())
        .containsExactly(
            "identity.jwt: no key (expected: one of secret, public-key-file, jwks-url)");
  }

  @Test
  void algorithm_withoutItsKindOfKey_isAProblem() {
    assertThat(Issuer.withJwks(URL, "RS256", "HS256").problems())
        .containsExactly(
            "identity.jwt.algorithms: HS256 (expected: a secret, because it is symmetric)");
    assertThat(Issuer.withSecret("PS512", "HS256").problems())
        .containsExactly(
            "identity.jwt.algorithms: PS512 (expected: public-key-file or jwks-url, because it is asymmetric)");
  }

  @Test
  void key_thatNoAlgorithmUses_isAProblem() {
    assertThat(Issuer.settings(Issuer.SECRET, null, URL, "RS256").problems())
        .containsExactly(
            "identity.jwt.secret: not used (expected: HS256, HS384 or HS512 among the algorithms)");
    assertThat(Issuer.settings(Issuer.SECRET, null, URL, "HS256").problems())
        .containsExactly(
            "identity.jwt.jwks-url: not used"
                + " (expected: an RS, ES or PS algorithm among the algorithms)");
  }

  @Test
  void secret_tooShortForItsAlgorithm_isAProblemWithoutShowingIt() {
    String secret = "thirty-two bytes are for HS256.!";
    assertThat(Issuer.settings(secret, null, null, "HS256").problems()).isEmpty();
    assertThat(Issuer.settings(secret, null, null, "HS256", "HS384").problems())
        .containsExactly("identity.jwt.secret: 32 bytes (expected: at least 48 bytes for HS384)");
    assertThat(Issuer.settings(secret.substring(1), null, null).problems())
        .containsExactly("identity.jwt.secret: 31 bytes (expected: at least 32 bytes for HS256)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jwks.json", "file:///etc/passwd", "http:/x", "https:///x", "mailto:a@b"})
  void url_thatIsNotHttp_isAProblem(String url) {
    assertThat(Issuer.withJwks(URI.create(url)).problems())
        .singleElement()
        .asString()
        .startsWith("identity.jwt.jwks-url: ")
        .endsWith("(expected: an absolute http or https URL)");
  }

  @Test
  void url_withCredentials_isAProblemWithoutShowingThem() {
    assertThat(Issuer.withJwks(URI.create("https://joe:pass@issuer.example/a?key=1")).problems())
        .containsExactly(
            "identity.jwt.jwks-url: https://issuer.example/a, with credentials"
                + " (expected: a URL without)");
  }

  @Test
  void keyFile_thatCannotBeRead_isAProblem() {
    Path missing = folder.resolve("missing.pem");
    assertThat(Issuer.withFile(missing).problems())
        .containsExactly(
            "identity.jwt.public-key-file: "
                + missing
                + ", NoSuchFileException (expected: a file that can be read)");
  }

  @Test
  void keyFile_withoutAnAcceptedPublicKey_isAProblem() throws IOException {
    String pem = Issuer.pem(Issuer.RSA.getPublic());
    RSAKey full =
        new RSAKey.Builder((RSAPublicKey) Issuer.RSA.getPublic())
            .privateKey(Issuer.RSA.getPrivate())
            .build();
    String privatePem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getEncoder().encodeToString(Issuer.RSA.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    for (String text :
        List.of(
            "",
            "hello",
            "{}",
            "{\"keys\":[]}",
            "{\"kty\":\"oct\",\"k\":\"AAAA\"}",
            full.toJSONString(),
            privatePem,
            pem + privatePem,
            pem.replace("MII", "MIA"),
            pem.repeat(5),
            Issuer.pem(Issuer.rsa(1024).getPublic()))) {
      Path file = Files.writeString(folder.resolve("key.pem"), text);
      assertThat(Issuer.withFile(file).problems())
          .as(text)
          .singleElement()
          .asString()
          .startsWith("identity.jwt.public-key-file: " + file + ", ")
          .contains(" (expected: ");
    }
  }

  @Test
  void keyFile_withoutAKeyForAnyAlgorithm_isAProblem() throws IOException {
    Path file = Files.writeString(folder.resolve("ec.pem"), Issuer.pem(Issuer.P384.getPublic()));
    assertThat(Issuer.withFile(file, "ES384", "RS256").problems()).isEmpty();
    assertThat(Issuer.withFile(file, "ES256").problems())
        .containsExactly(
            "identity.jwt.public-key-file: " + file + " (expected: a key for one of [ES256])");
  }

  @Test
  void settings_asText_showNoSecret() {
    URI url = URI.create("https://joe:hunter2@issuer.example/a?key=hunter3");
    String printed = Issuer.settings(Issuer.SECRET, null, url).toString();
    assertThat(printed)
        .contains("secret=hidden", "https://issuer.example/a,")
        .doesNotContain(Issuer.SECRET, "hunter");
  }
}
