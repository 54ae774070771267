package com.throttlex.jdbc;

import java.time.Instant;

/**
 * A rule as stored now.
 *
 * @param version grows by one with every change, also across deletion
 * @param json the rule's text, which the database does not parse
 * @param actor who changed it last
 * @param createdAt when it was created, or restored after a deletion
 */
public record StoredRule(
    String id, long version, String json, String actor, Instant changedAt, Instant createdAt) {}
