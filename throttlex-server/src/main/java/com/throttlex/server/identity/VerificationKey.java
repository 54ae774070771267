package com.throttlex.server.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key for checking signatures, bound to the algorithms that its kind allows.
 *
 * @param id its {@code kid}, if any
 * @param only the only algorithm that it may be used with, if it names one
 */
record VerificationKey(@Nullable String id, @Nullable String only, JWSVerifier verifier) {
  private static final int MIN_RSA_BITS = 2048;
  private static final Set<Curve> CURVES = Set.of(Curve.P_256, Curve.P_384, Curve.P_521);

  static VerificationKey ofSecret(String secret) {
    try {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      return new VerificationKey(null, null, new MACVerifier(bytes));
    } catch (JOSEException e) {
      throw new IllegalArgumentException("secret: too short (expected: at least 32 bytes)", e);
    }
  }

  /** Returns the key, or null if its kind, size or curve is not accepted. */
  static @Nullable VerificationKey of(PublicKey key, @Nullable String id, @Nullable String only) {
    if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= MIN_RSA_BITS) {
      return new VerificationKey(id, only, new RSASSAVerifier(rsa));
    }
    if (key instanceof ECPublicKey ec
        && CURVES.contains(Curve.forECParameterSpec(ec.getParams()))) {
      return ofCurvePoint(ec, id, only);
    }
    return null;
  }

  private static @Nullable VerificationKey ofCurvePoint(
      ECPublicKey key, @Nullable String id, @Nullable String only) {
    try {
      return new VerificationKey(id, only, new ECDSAVerifier(key));
    } catch (JOSEException e) {
      return null; // The point is not on its curve.
    }
  }

  /** Returns whether kind and curve fit the algorithm. */
  boolean fits(SigningAlgorithm algorithm) {
    return (only == null || only.equals(algorithm.name()))
        && verifier.supportedJWSAlgorithms().contains(JWSAlgorithm.parse(algorithm.name()));
  }

  @Override
  public String toString() {
    return "VerificationKey[" + id + "]";
  }
}
