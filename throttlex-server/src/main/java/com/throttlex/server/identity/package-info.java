/**
 * Identities: users by their tokens, administrators by theirs.
 *
 * <p>Start with {@link com.throttlex.server.identity.JwtVerifier}, which turns a token into an
 * {@link com.throttlex.server.identity.Identity}. It checks the signature with a key of {@code
 * KeySet}, which comes from a secret, a {@code KeyFile} or {@code Jwks}; then {@code Claims} checks
 * the content. {@link com.throttlex.server.identity.BearerToken} reads the token from a header.
 * {@link com.throttlex.server.identity.AdminTokens} has the credentials of the admin plane.
 */
@NullMarked
package com.throttlex.server.identity;

import org.jspecify.annotations.NullMarked;
