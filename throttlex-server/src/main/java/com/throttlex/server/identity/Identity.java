package com.throttlex.server.identity;

import org.jspecify.annotations.Nullable;

/**
 * What a valid token says of its holder.
 *
 * @param user the subject, fit to be the user of a request
 * @param tier the value of the tier claim, if one is configured and the token has it as text
 * @param role the value of the role claim, if the token has it as text
 * @param issuer who issued the token, if it says so
 */
public record Identity(
    String user, @Nullable String tier, @Nullable String role, @Nullable String issuer) {}
