package com.throttlex.server.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.util.Base64URL;
import java.io.IOException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Verifies JSON web tokens and returns the identities in them.
 *
 * <p>It never blocks, and is thread-safe. Keys come only from the settings. Keys that a token's
 * header embeds or points to ({@code jwk}, {@code jku}, {@code x5u}, {@code x5c}) are ignored.
 * While there are no keys, no token is valid.
 */
public final class JwtVerifier implements AutoCloseable {
  static final int MAX_LENGTH = 8192;

  /** Tokens of other types are for another use, signed with the same key (RFC 8725, 3.11). */
  private static final Set<JOSEObjectType> TYPES =
      Set.of(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"));

  private final JwtSettings settings;
  private final LongSupplier nowMillis;
  private final KeySet fixed;
  private final @Nullable Jwks jwks;
  private final VerifiedTokens verified = new VerifiedTokens();

  private JwtVerifier(JwtSettings settings, LongSupplier nowMillis) throws IOException {
    this.settings = settings;
    this.nowMillis = nowMillis;
    this.fixed = new KeySet(fixedKeys(settings));
    this.jwks = settings.jwksUrl() == null ? null : new Jwks(settings.jwksUrl(), fixed, nowMillis);
  }

  /**
   * Creates a verifier, reads the public key file, and starts to fetch the JWK set, if configured.
   *
   * @param settings settings without problems
   * @param nowMillis the time in milliseconds since the epoch
   * @throws IOException if the public key file cannot be read
   * @throws IllegalArgumentException if the settings have problems; the message names them all
   */
  public static JwtVerifier open(JwtSettings settings, LongSupplier nowMillis) throws IOException {
    List<String> problems = settings.problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    JwtVerifier verifier = new JwtVerifier(settings, nowMillis);
    if (verifier.jwks != null) {
      verifier.jwks.start();
    }
    return verifier;
  }

  private static List<VerificationKey> fixedKeys(JwtSettings settings) throws IOException {
    List<VerificationKey> keys = new ArrayList<>();
    if (settings.secret() != null) {
      keys.add(VerificationKey.ofSecret(settings.secret()));
    }
    if (settings.publicKeyFile() != null) {
      keys.addAll(KeyFile.read(settings.publicKeyFile()));
    }
    return keys;
  }

  /** Returns the identity in a token, or null if the token is not valid. */
  public @Nullable Identity verify(String token) {
    if (token.length() > MAX_LENGTH || !BearerToken.isToken(token)) {
      return null;
    }
    if (jwks != null) {
      jwks.refreshIfStale();
    }
    KeySet keys = jwks == null ? fixed : jwks.current();
    long now = nowMillis.getAsLong();
    byte[] digest = Sha256.of(token);
    Identity known = verified.find(digest, keys, now);
    return known == null ? verify(token, digest, keys, now) : known;
  }

  private @Nullable Identity verify(String token, byte[] digest, KeySet keys, long now) {
    Claims claims = signedClaims(token, keys);
    Identity identity = claims == null ? null : claims.identity(settings, now);
    if (claims != null && identity != null) {
      verified.put(digest, keys, identity, now, claims.expiresAtMillis());
    }
    return identity;
  }

  /** Returns the content of a token with a valid form and signature, or null. */
  private @Nullable Claims signedClaims(String token, KeySet keys) {
    try {
      JWSObject jws = JWSObject.parse(token);
      if (!isCanonical(jws.getSignature()) || !isSigned(jws, keys)) {
        return null;
      }
      Map<String, Object> json = jws.getPayload().toJSONObject();
      return json == null ? null : new Claims(json);
    } catch (ParseException | RuntimeException e) {
      // The parser throws unchecked exceptions for some malformed values; all mean the same.
      return null;
    }
  }

  /** Returns whether the text is the only form of its signature; the decoder is lenient. */
  private static boolean isCanonical(Base64URL signature) {
    return Base64URL.encode(signature.decode()).equals(signature);
  }

  private boolean isSigned(JWSObject jws, KeySet keys) {
    JWSHeader header = jws.getHeader();
    SigningAlgorithm algorithm = SigningAlgorithm.named(header.getAlgorithm().getName());
    if (algorithm == null
        || !settings.algorithms().contains(algorithm.name())
        || !isUnderstood(header)) {
      return false;
    }
    List<VerificationKey> candidates = keys.candidates(algorithm, header.getKeyID());
    if (candidates.isEmpty() && jwks != null && !algorithm.isSymmetric()) {
      jwks.refreshForUnknownKey();
    }
    return candidates.stream().anyMatch(key -> isSignedWith(key, jws));
  }

  /** Returns whether the header has no critical extension, because none is supported. */
  private static boolean isUnderstood(JWSHeader header) {
    return header.getCriticalParams() == null
        && header.isBase64URLEncodePayload()
        && (header.getType() == null || TYPES.contains(header.getType()));
  }

  private static boolean isSignedWith(VerificationKey key, JWSObject jws) {
    try {
      return key.verifier().verify(jws.getHeader(), jws.getSigningInput(), jws.getSignature());
    } catch (JOSEException e) {
      return false;
    }
  }

  /** Completes when the present fetch of the JWK set ends, successful or not. */
  public CompletableFuture<Void> refreshed() {
    return jwks == null ? CompletableFuture.completedFuture(null) : jwks.attempt();
  }

  /** Stops fetching; tokens are still verified with the present keys. */
  @Override
  public void close() {
    if (jwks != null) {
      jwks.close();
    }
  }
}
