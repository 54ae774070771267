package com.throttlex.server.acceptance;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;

/** Signs the tokens of users. */
final class SignedTokens {
  static final String SECRET = "the secret of the issuer, long enough for HS256";

  private SignedTokens() {}

  /** Returns the header of a user with a plan, as name and value. */
  static String[] of(String user, String plan) {
    return of(user, plan, SECRET);
  }

  static String[] of(String user, String plan, String secret) {
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .subject(user)
            .claim("plan", plan)
            .expirationTime(Date.from(Instant.now().plusSeconds(600)))
            .build();
    SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
    try {
      token.sign(new MACSigner(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
    return new String[] {"Authorization", "Bearer " + token.serialize()};
  }
}
