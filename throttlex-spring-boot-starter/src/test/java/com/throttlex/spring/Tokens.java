package com.throttlex.spring;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** Creates tokens of users, like an authorization server. */
public final class Tokens {
  private static final byte[] SECRET =
      "a secret of at least 32 bytes, for tests".getBytes(StandardCharsets.UTF_8);

  private Tokens() {}

  /** The key that the tokens are signed with. */
  public static SecretKey key() {
    return new SecretKeySpec(SECRET, "HmacSHA256");
  }

  /** The value of an Authorization header for a user of a plan. */
  public static String bearer(String user, String plan) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .subject(user)
            .claim("plan", plan)
            .claim("exp", Instant.now().plusSeconds(3600).getEpochSecond())
            .build();
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    try {
      token.sign(new MACSigner(SECRET));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
    return "Bearer " + token.serialize();
  }
}
