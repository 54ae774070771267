package com.throttlex.server.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;

/** Makes keys and signs tokens, rightful ones and others. */
final class Issuer {
  /** The time at which tests take place. */
  static final long NOW_MILLIS = 1_790_000_000_000L;

  static final long NOW = NOW_MILLIS / 1000;
  static final String SECRET = "a secret of sixty-four bytes, that is enough for each algorithm!";
  static final KeyPair RSA = rsa(2048);
  static final KeyPair OTHER_RSA = rsa(2048);
  static final KeyPair P256 = ec("secp256r1");
  static final KeyPair P384 = ec("secp384r1");
  static final KeyPair P521 = ec("secp521r1");

  private Issuer() {}

  static KeyPair rsa(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static KeyPair ec(String curve) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(curve));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** The key that signs with an algorithm. */
  static KeyPair keysFor(String algorithm) {
    return switch (algorithm) {
      case "ES256" -> P256;
      case "ES384" -> P384;
      case "ES512" -> P521;
      default -> RSA;
    };
  }

  static JWSSigner signer(KeyPair keys) {
    try {
      return keys.getPublic() instanceof RSAPublicKey
          ? new RSASSASigner(keys.getPrivate())
          : new ECDSASigner((ECPrivateKey) keys.getPrivate());
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  static JWSSigner signer(byte[] secret) {
    try {
      return new MACSigner(secret);
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  static JWSSigner secretSigner() {
    return signer(SECRET.getBytes(StandardCharsets.UTF_8));
  }

  /** A signature by an algorithm over whatever header and payload. */
  static String sign(JWSSigner signer, String algorithm, String header, String payload) {
    String content = Base64URL.encode(header) + "." + Base64URL.encode(payload);
    try {
      JWSHeader plain = new JWSHeader(JWSAlgorithm.parse(algorithm));
      return content + "." + signer.sign(plain, content.getBytes(StandardCharsets.US_ASCII));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** A token that differs from a good one in its header only. */
  static String withHeader(JWSSigner signer, String algorithm, String more) {
    return sign(signer, algorithm, header(algorithm, more), payload(""));
  }

  /** A token of HS256 that is right but for its payload. */
  static String withPayload(String payload) {
    return sign(secretSigner(), "HS256", header("HS256", ""), payload);
  }

  static String good(String algorithm) {
    JWSSigner signer = algorithm.startsWith("HS") ? secretSigner() : signer(keysFor(algorithm));
    return withHeader(signer, algorithm, "");
  }

  static String header(String algorithm, String more) {
    return "{\"alg\":\"" + algorithm + "\"" + more + "}";
  }

  static String payload(String more) {
    return "{\"sub\":\"alice\",\"exp\":" + (NOW + 3600) + more + "}";
  }

  static String pem(PublicKey key) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
        + "\n-----END PUBLIC KEY-----\n";
  }

  static JWK jwk(PublicKey key, String id) {
    return key instanceof RSAPublicKey rsa
        ? new RSAKey.Builder(rsa).keyID(id).build()
        : new ECKey.Builder(
                Curve.forECParameterSpec(((ECPublicKey) key).getParams()), (ECPublicKey) key)
            .keyID(id)
            .build();
  }

  static String jwks(JWK... keys) {
    return new JWKSet(Arrays.asList(keys)).toString();
  }

  static JwtSettings withSecret(String... algorithms) {
    return settings(SECRET, null, null, algorithms);
  }

  static JwtSettings withFile(Path file, String... algorithms) {
    return settings(null, file, null, algorithms);
  }

  static JwtSettings withJwks(URI url, String... algorithms) {
    return settings(null, null, url, algorithms);
  }

  static JwtSettings settings(String secret, Path file, URI url, String... algorithms) {
    return new JwtSettings(Set.of(algorithms), secret, file, url, null, null, "plan", null, false);
  }
}
