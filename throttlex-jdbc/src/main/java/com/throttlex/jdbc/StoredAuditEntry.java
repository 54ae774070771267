package com.throttlex.jdbc;

/**
 * An audit entry with its id.
 *
 * @param id grows with every entry; never used twice
 */
public record StoredAuditEntry(long id, AuditEntry entry) {}
