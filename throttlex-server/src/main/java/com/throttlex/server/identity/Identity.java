package com.throttlex.server.identity;

import org.jspecify.annotations.Nullable;

/**
 * The identity in a valid token.
 *
 * @param user the subject; valid as the user of a request
 * @param tier the value of the tier claim, if one is configured and the token has it as text
 * @param role the value of the role claim, if the token has it as text
 * @param issuer the issuer, if the token names one
 */
public record Identity(
    String user, @Nullable String tier, @Nullable String role, @Nullable String issuer) {}
