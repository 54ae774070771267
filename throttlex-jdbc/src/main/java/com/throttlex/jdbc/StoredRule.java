package com.throttlex.jdbc;

import java.time.Instant;

/**
 * A rule as it stands.
 *
 * @param version grows by one with every change, also across deletion
 * @param json the rule's text, which the database does not look into
 * @param actor who changed it last
 */
public record StoredRule(String id, long version, String json, String actor, Instant changedAt) {}
