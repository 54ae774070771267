package com.throttlex.jdbc;

/**
 * An audit entry in its place in the trail.
 *
 * @param id grows with every entry; never used twice
 */
public record StoredAuditEntry(long id, AuditEntry entry) {}
