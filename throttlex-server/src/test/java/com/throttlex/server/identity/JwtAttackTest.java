package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.util.Base64URL;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The known ways to forge a token fail against a verifier of secret, RSA and EC keys. */
class JwtAttackTest {
  @TempDir Path folder;
  private JwtVerifier verifier;

  @BeforeEach
  void open() throws IOException {
    Path file = folder.resolve("keys.json");
    Files.writeString(
        file,
        Issuer.jwks(
            Issuer.jwk(Issuer.RSA.getPublic(), "rsa"),
            Issuer.jwk(Issuer.P256.getPublic(), "ec"),
            Issuer.jwk(Issuer.P384.getPublic(), "ec384")));
    JwtSettings settings =
        Issuer.settings(Issuer.SECRET, file, null, "HS256", "RS256", "ES256", "ES384");
    verifier = JwtVerifier.open(settings, () -> Issuer.NOW_MILLIS);
    for (String algorithm : settings.algorithms()) {
      assertThat(verifier.verify(Issuer.good(algorithm))).as(algorithm).isNotNull();
    }
  }

  @AfterEach
  void close() {
    verifier.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "None", "NONE", "nOnE", "", "HS256 ", "hs256", "HS1", "ES256K"})
  void token_unsignedOrWithAnUnknownAlgorithm_isRefused(String algorithm) {
    String content =
        Base64URL.encode(Issuer.header(algorithm, "")) + "." + Base64URL.encode(Issuer.payload(""));
    String signature = Issuer.good("HS256").split("\\.", -1)[2];
    assertRefused(content + ".", content, content + "." + signature, content + ".AA");
  }

  @Test
  void token_withoutAnAlgorithmThatIsText_isRefused() {
    for (String header :
        List.of("{}", "{\"alg\":null}", "{\"alg\":[\"HS256\"]}", "[]", "null", "")) {
      assertRefused(Issuer.sign(Issuer.secretSigner(), "HS256", header, Issuer.payload("")));
    }
  }

  @Test
  void token_signedWithThePublicKeyAsSecret_isRefused() {
    String pem = Issuer.pem(Issuer.RSA.getPublic());
    String jwk = Issuer.jwk(Issuer.RSA.getPublic(), "rsa").toJSONString();
    for (String text : List.of(pem, pem.strip(), jwk)) {
      assertForged(Issuer.signer(text.getBytes(StandardCharsets.UTF_8)), "HS256");
    }
    assertForged(Issuer.signer(Issuer.RSA.getPublic().getEncoded()), "HS256");
    assertForged(Issuer.signer(Issuer.P256.getPublic().getEncoded()), "HS256");
  }

  @Test
  void token_withAnAlgorithmThatDoesNotFitTheKey_isRefused() {
    String rsaSignedAsEc =
        Issuer.sign(
            Issuer.signer(Issuer.RSA), "RS256", Issuer.header("ES256", ""), Issuer.payload(""));
    String ecOfTheOtherCurve =
        Issuer.sign(
            Issuer.signer(Issuer.P384),
            "ES384",
            Issuer.header("ES256", ",\"kid\":\"ec384\""),
            Issuer.payload(""));
    assertRefused(rsaSignedAsEc, ecOfTheOtherCurve, Issuer.good("PS256"), Issuer.good("ES512"));
  }

  @Test
  void token_withTheAttackersKeyInTheHeader_isRefused() throws IOException {
    JWSSigner attacker = Issuer.signer(Issuer.OTHER_RSA);
    String jwk = Issuer.jwk(Issuer.OTHER_RSA.getPublic(), "rsa").toJSONString();
    String x5c = Base64.getEncoder().encodeToString(Issuer.OTHER_RSA.getPublic().getEncoded());
    assertRefused(
        Issuer.withHeader(attacker, "RS256", ",\"jwk\":" + jwk),
        Issuer.withHeader(attacker, "RS256", ",\"kid\":\"rsa\",\"jwk\":" + jwk),
        Issuer.withHeader(attacker, "RS256", ",\"x5c\":[\"" + x5c + "\"]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jku", "x5u"})
  void token_withAnAddressInTheHeader_isRefusedWithoutCallingIt(String name) throws IOException {
    String keys = Issuer.jwks(Issuer.jwk(Issuer.OTHER_RSA.getPublic(), "evil"));
    try (IssuerServer attacker = new IssuerServer(keys);
        IssuerServer issuer =
            new IssuerServer(Issuer.jwks(Issuer.jwk(Issuer.RSA.getPublic(), "rsa")));
        JwtVerifier fetching =
            JwtVerifier.open(Issuer.withJwks(issuer.url()), () -> Issuer.NOW_MILLIS)) {
      fetching.refreshed().join();
      String more = ",\"kid\":\"evil\",\"" + name + "\":\"" + attacker.url() + "\"";
      String forged = Issuer.withHeader(Issuer.signer(Issuer.OTHER_RSA), "RS256", more);
      assertThat(fetching.verify(forged)).isNull();
      assertRefused(forged);
      fetching.refreshed().join();
      assertThat(attacker.hits()).isZero();
      assertThat(issuer.hits()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"../../../../dev/null\"",
        "\"/dev/null\"",
        "\"file:///dev/null\"",
        "\"x' UNION SELECT 'secret\"",
        "\"rsa\\u0000\"",
        "\"RSA\"",
        "\" rsa\"",
        "\"\"",
        "\"ec\"",
        "\"unknown\"",
        "7",
        "[\"rsa\"]",
        "{\"a\":\"rsa\"}"
      })
  void token_withAKeyIdThatIsNotExactlyAKnownOne_isRefused(String kid) {
    String more = ",\"kid\":" + kid;
    assertRefused(
        Issuer.withHeader(Issuer.signer(Issuer.RSA), "RS256", more),
        Issuer.withHeader(Issuer.signer(Issuer.OTHER_RSA), "RS256", more),
        Issuer.withHeader(Issuer.signer(new byte[32]), "HS256", more));
  }

  @Test
  void forgedToken_withAKnownOrNoKeyId_isRefused() {
    JWSSigner attacker = Issuer.signer(Issuer.OTHER_RSA);
    assertRefused(
        Issuer.withHeader(attacker, "RS256", ",\"kid\":\"rsa\""),
        Issuer.withHeader(attacker, "RS256", ",\"kid\":null"),
        Issuer.withHeader(attacker, "RS256", ""));
  }

  @Test
  void ecdsaSignature_ofZerosOrOutOfRange_isRefused() {
    BigInteger order = ((ECPublicKey) Issuer.P256.getPublic()).getParams().getOrder();
    List<BigInteger> odd = List.of(BigInteger.ZERO, order, order.add(BigInteger.ONE));
    String content =
        Base64URL.encode(Issuer.header("ES256", "")) + "." + Base64URL.encode(Issuer.payload(""));
    for (BigInteger r : odd) {
      for (BigInteger s : odd) {
        assertRefused(content + "." + Base64URL.encode(concat(r, s)));
      }
      assertRefused(content + "." + Base64URL.encode(concat(r, BigInteger.ONE)));
      assertRefused(content + "." + Base64URL.encode(concat(BigInteger.ONE, r)));
    }
    byte[] derOfZeros = {0x30, 6, 2, 1, 0, 2, 1, 0};
    assertRefused(content + "." + Base64URL.encode(derOfZeros));
    assertRefused(content + "." + Base64URL.encode(new byte[0]));
  }

  private static byte[] concat(BigInteger r, BigInteger s) {
    byte[] both = new byte[64];
    put(r, both, 32);
    put(s, both, 64);
    return both;
  }

  private static void put(BigInteger number, byte[] into, int end) {
    byte[] bytes = number.toByteArray();
    int length = Math.min(32, bytes.length);
    System.arraycopy(bytes, bytes.length - length, into, end - length, length);
  }

  @Test
  void token_withACriticalExtension_isRefused() {
    JWSSigner right = Issuer.secretSigner();
    assertRefused(
        Issuer.withHeader(right, "HS256", ",\"crit\":[\"exp\"],\"exp\":1"),
        Issuer.withHeader(right, "HS256", ",\"crit\":[\"unknown\"],\"unknown\":1"),
        Issuer.withHeader(right, "HS256", ",\"crit\":[\"b64\"],\"b64\":true"),
        Issuer.withHeader(right, "HS256", ",\"crit\":[]"),
        Issuer.withHeader(right, "HS256", ",\"crit\":7"),
        Issuer.withHeader(right, "HS256", ",\"b64\":false"));
  }

  @Test
  void token_forAnotherUse_isRefused() {
    JWSSigner right = Issuer.secretSigner();
    assertThat(verifier.verify(Issuer.withHeader(right, "HS256", ",\"typ\":\"jwt\""))).isNotNull();
    assertThat(verifier.verify(Issuer.withHeader(right, "HS256", ",\"typ\":\"at+jwt\"")))
        .isNotNull();
    assertRefused(Issuer.withHeader(right, "HS256", ",\"typ\":\"logout+jwt\""));
  }

  @Test
  void header_withTheAlgorithmTwice_isRefused() {
    assertRefused(Issuer.withHeader(Issuer.secretSigner(), "HS256", ",\"alg\":\"HS256\""));
  }

  @Test
  void token_thatIsTruncated_isRefused() {
    String token = Issuer.good("ES256");
    for (int end = 0; end < token.length(); end++) {
      assertRefused(token.substring(0, end));
    }
  }

  @Test
  void token_withExtraOrMissingCharacters_isRefused() {
    String token = Issuer.good("HS256");
    assertRefused(" " + token, token + " ", token + "\n", token + "=", token + "*", token + ".");
    assertRefused("." + token, token.replace(".", ".."), token + "." + token, "\u00e9" + token);
    assertRefused(token + "A", token + "AA", token.substring(0, token.length() - 1));
  }

  @Test
  void token_thatIsTooLong_isRefusedDespiteAValidSignature() {
    String fill = "x".repeat(5900);
    String fits = Issuer.withPayload(Issuer.payload(",\"fill\":\"" + fill + "\""));
    assertThat(fits.length()).isLessThanOrEqualTo(8192);
    assertThat(verifier.verify(fits)).isNotNull();
    String tooLong = Issuer.withPayload(Issuer.payload(",\"fill\":\"" + fill + fill + "\""));
    assertRefused(tooLong, "a".repeat(10_000_000), "[".repeat(8192));
  }

  @Test
  void token_withDeeplyNestedContent_isRefusedWithoutAnException() {
    String deep = "{\"a\":".repeat(1100);
    assertRefused(
        Issuer.withPayload("{\"a\":" + "[".repeat(5000)),
        Issuer.withPayload(deep),
        Issuer.sign(Issuer.secretSigner(), "HS256", deep, Issuer.payload("")));
  }

  private void assertForged(JWSSigner signer, String algorithm) {
    assertRefused(
        Issuer.withHeader(signer, algorithm, ""),
        Issuer.withHeader(signer, algorithm, ",\"kid\":\"rsa\""));
  }

  private void assertRefused(String... tokens) {
    for (String token : tokens) {
      assertThat(verifier.verify(token))
          .as(token.substring(0, Math.min(200, token.length())))
          .isNull();
    }
  }
}
