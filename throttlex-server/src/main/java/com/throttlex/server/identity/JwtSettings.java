package com.throttlex.server.identity;

import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON web tokens that are accepted.
 *
 * @param algorithms names of the accepted signature algorithms; if empty, HS256 when there is a
 *     secret, otherwise RS256 and ES256
 * @param secret the shared secret of the HS algorithms, as UTF-8
 * @param publicKeyFile PEM blocks (public keys or certificates, RSA or EC), a JWK or a JWK set
 * @param jwksUrl the URL of the issuer's JWK set
 * @param issuer the only accepted {@code iss}
 * @param audience the name that {@code aud} must have
 * @param tierClaim the claim with the tier
 * @param roleClaim the claim with an administrator's role, by default {@code role}
 * @param required whether a request without a valid token is rejected; otherwise it is anonymous
 */
public record JwtSettings(
    Set<String> algorithms,
    @Nullable String secret,
    @Nullable Path publicKeyFile,
    @Nullable URI jwksUrl,
    @Nullable String issuer,
    @Nullable String audience,
    @Nullable String tierClaim,
    @Nullable String roleClaim,
    boolean required) {
  private static final String DEFAULT_ROLE_CLAIM = "role";

  public JwtSettings {
    algorithms =
        Collections.unmodifiableSet(
            new LinkedHashSet<>(algorithms.isEmpty() ? defaultAlgorithms(secret) : algorithms));
  }

  private static List<String> defaultAlgorithms(@Nullable String secret) {
    return secret == null ? List.of("RS256", "ES256") : List.of("HS256");
  }

  @Override
  public String roleClaim() {
    return Objects.requireNonNullElse(roleClaim, DEFAULT_ROLE_CLAIM);
  }

  /**
   * Returns all problems of these settings, each as {@code identity.jwt.KEY: value (expected: …)}.
   * Reads the public key file.
   */
  public List<String> problems() {
    return new JwtProblems(this).found();
  }

  /** Returns the settings without the secret, and without the secret parts of the URL. */
  @Override
  public String toString() {
    return "JwtSettings[algorithms=%s, secret=%s, publicKeyFile=%s, jwksUrl=%s, issuer=%s, audience=%s, tierClaim=%s, roleClaim=%s, required=%s]"
        .formatted(
            algorithms,
            secret == null ? "none" : "hidden",
            publicKeyFile,
            jwksUrl == null ? null : shown(jwksUrl),
            issuer,
            audience,
            tierClaim,
            roleClaim(),
            required);
  }

  /** Returns a URL without its secret parts: no user, no query. */
  static String shown(URI url) {
    if (url.getHost() == null) {
      return url.getScheme() + ":…";
    }
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    return url.getScheme() + "://" + url.getHost() + port + Objects.toString(url.getRawPath(), "");
  }
}
