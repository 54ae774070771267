package com.throttlex.server.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads keys from the JSON of a JWK or a JWK set. */
final class JwkText {
  private static final int MAX_KEYS = 100;
  private static final String SET = "a JWK set of at most " + MAX_KEYS + " keys";

  private JwkText() {}

  /** Returns all keys of a text; every key must be an accepted public key. */
  static List<VerificationKey> strict(String text, String expected) throws InvalidKeysException {
    List<VerificationKey> keys = new ArrayList<>();
    for (JWK jwk : parse(text)) {
      VerificationKey key = jwk.isPrivate() ? null : key(jwk);
      if (key == null) {
        throw new InvalidKeysException("a private key, or one of another kind", expected);
      }
      keys.add(key);
    }
    if (keys.isEmpty()) {
      throw new InvalidKeysException("no key", expected);
    }
    return keys;
  }

  /** Returns the accepted keys of a text that may contain others, such as an issuer's set. */
  static List<VerificationKey> lenient(String text) throws InvalidKeysException {
    return parse(text).stream().map(JwkText::key).filter(Objects::nonNull).toList();
  }

  private static List<JWK> parse(String text) throws InvalidKeysException {
    List<JWK> keys;
    try {
      Map<String, Object> json = JSONObjectUtils.parse(text);
      keys = json.containsKey("keys") ? JWKSet.parse(json).getKeys() : List.of(JWK.parse(json));
    } catch (ParseException | RuntimeException e) {
      // The parser throws unchecked exceptions for some malformed numbers and points.
      throw new InvalidKeysException("malformed", SET);
    }
    if (keys.size() > MAX_KEYS) {
      throw new InvalidKeysException(keys.size() + " keys", SET);
    }
    return keys;
  }

  /** Returns the key, or null if it is not for checking signatures. */
  private static @Nullable VerificationKey key(JWK jwk) {
    boolean signs = jwk.getKeyUse() == null || jwk.getKeyUse().equals(KeyUse.SIGNATURE);
    boolean verifies =
        jwk.getKeyOperations() == null || jwk.getKeyOperations().contains(KeyOperation.VERIFY);
    if (!signs || !verifies || !(jwk instanceof AsymmetricJWK asymmetric)) {
      return null;
    }
    String only = jwk.getAlgorithm() == null ? null : jwk.getAlgorithm().getName();
    try {
      return VerificationKey.of(asymmetric.toPublicKey(), jwk.getKeyID(), only);
    } catch (JOSEException e) {
      return null;
    }
  }
}
