/**
 * Who sends a request: users by their tokens, administrators by theirs.
 *
 * <p>{@link com.throttlex.server.identity.BearerToken} takes the token out of a header. {@link
 * com.throttlex.server.identity.JwtVerifier} makes an {@link
 * com.throttlex.server.identity.Identity} of it: the signature is checked with a key of {@code
 * KeySet}, which comes from a secret, a {@code KeyFile} or {@code Jwks}, then {@code Claims} checks
 * the content. {@link com.throttlex.server.identity.AdminTokens} guards the admin plane.
 */
@NullMarked
package com.throttlex.server.identity;

import org.jspecify.annotations.NullMarked;
