package com.throttlex.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A user with a tier or overrides.
 *
 * @param tier null for a user without a tier
 * @param overrides the number of overrides in force
 */
public record GivenUser(String user, @Nullable String tier, long overrides) {}
