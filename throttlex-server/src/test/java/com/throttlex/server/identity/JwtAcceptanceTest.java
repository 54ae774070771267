package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid tokens are accepted, whichever key the settings use. */
class JwtAcceptanceTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"HS256", "HS384", "HS512"})
  void token_signedWithTheSecret_isAccepted(String algorithm) throws IOException {
    assertBelieved(Issuer.withSecret(algorithm), Issuer.good(algorithm));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"})
  void token_signedWithTheKeyOfTheFile_isAccepted(String algorithm) throws IOException {
    Path file = file(Issuer.pem(Issuer.keysFor(algorithm).getPublic()));
    assertBelieved(Issuer.withFile(file, algorithm), Issuer.good(algorithm));
  }

  @Test
  void pemFile_withSeveralKeys_acceptsTokensOfEach() throws IOException {
    Path file =
        file(
            Issuer.pem(Issuer.OTHER_RSA.getPublic())
                + Issuer.pem(Issuer.P256.getPublic())
                + Issuer.pem(Issuer.RSA.getPublic()));
    JwtSettings settings = Issuer.withFile(file);
    assertBelieved(settings, Issuer.good("RS256"));
    assertBelieved(settings, Issuer.good("ES256"));
    assertBelieved(
        settings, Issuer.withHeader(Issuer.signer(Issuer.OTHER_RSA), "RS256", ",\"kid\":\"any\""));
  }

  @Test
  void certificateFile_acceptsTokensOfItsKey() throws Exception {
    Path store = folder.resolve("store.p12");
    KeyPair certified = certified(store);
    Path file = folder.resolve("certificate.pem");
    assertBelieved(Issuer.withFile(file), Issuer.withHeader(Issuer.signer(certified), "RS256", ""));
  }

  /** A key pair whose certificate stands in certificate.pem; only the JDK's own tool makes one. */
  private KeyPair certified(Path store) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        List.of(
            keytool,
            "-genkeypair",
            "-alias",
            "a",
            "-keyalg",
            "RSA",
            "-keysize",
            "2048",
            "-dname",
            "CN=issuer",
            "-storetype",
            "PKCS12",
            "-storepass",
            "changeit",
            "-keystore",
            store.toString());
    ProcessBuilder tool = new ProcessBuilder(command).redirectErrorStream(true);
    tool.redirectOutput(folder.resolve("keytool.log").toFile());
    assertThat(tool.start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "changeit".toCharArray());
    }
    String base64 = Base64.getMimeEncoder().encodeToString(keys.getCertificate("a").getEncoded());
    Files.writeString(
        folder.resolve("certificate.pem"),
        "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n");
    PublicKey publicKey = keys.getCertificate("a").getPublicKey();
    return new KeyPair(publicKey, (PrivateKey) keys.getKey("a", "changeit".toCharArray()));
  }

  @Test
  void jwkFileAndJwkSetFile_acceptTokensOfTheirKeys() throws IOException {
    Path one = file(Issuer.jwk(Issuer.RSA.getPublic(), "a").toJSONString());
    assertBelieved(Issuer.withFile(one), Issuer.good("RS256"));
    Path set =
        file(
            Issuer.jwks(
                Issuer.jwk(Issuer.OTHER_RSA.getPublic(), "a"),
                Issuer.jwk(Issuer.RSA.getPublic(), "b")));
    String named = Issuer.withHeader(Issuer.signer(Issuer.RSA), "RS256", ",\"kid\":\"b\"");
    assertBelieved(Issuer.withFile(set), named);
  }

  @Test
  void claims_becomeTheIdentity() throws IOException {
    String payload = Issuer.payload(",\"plan\":\"pro\",\"role\":\"editor\",\"iss\":\"us\"");
    assertThat(verify(Issuer.withSecret(), Issuer.withPayload(payload)))
        .isEqualTo(new Identity("alice", "pro", "editor", "us"));
  }

  @Test
  void claims_thatAreNotText_areLeftOut() throws IOException {
    String payload = Issuer.payload(",\"plan\":7,\"role\":[\"admin\"],\"iss\":{}");
    assertThat(verify(Issuer.withSecret(), Issuer.withPayload(payload)))
        .isEqualTo(new Identity("alice", null, null, null));
  }

  @Test
  void secretAndPublicKey_together_acceptTokensOfBoth() throws IOException {
    Path file = file(Issuer.pem(Issuer.RSA.getPublic()));
    JwtSettings both = Issuer.settings(Issuer.SECRET, file, null, "HS256", "RS256");
    assertBelieved(both, Issuer.good("HS256"));
    assertBelieved(both, Issuer.good("RS256"));
    assertThat(verify(both, Issuer.good("PS256"))).as("not on the list").isNull();
  }

  @Test
  void open_withWrongSettings_fails() {
    assertThatThrownBy(() -> verify(Issuer.settings("short", null, null), "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("identity.jwt.secret: 5 bytes (expected: at least 32 bytes for HS256)");
  }

  private Path file(String text) throws IOException {
    return Files.write(
        Files.createTempFile(folder, "key", ".pem"), text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertBelieved(JwtSettings settings, String token) throws IOException {
    assertThat(verify(settings, token)).isEqualTo(new Identity("alice", null, null, null));
  }

  private static Identity verify(JwtSettings settings, String token) throws IOException {
    try (JwtVerifier verifier = JwtVerifier.open(settings, () -> Issuer.NOW_MILLIS)) {
      return verifier.verify(token);
    }
  }
}
