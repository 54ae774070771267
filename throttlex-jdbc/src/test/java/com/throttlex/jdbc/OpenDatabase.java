package com.throttlex.jdbc;

import java.util.List;

/** A database that a contract's test has to itself. */
interface OpenDatabase {
  Database database();

  String url();

  /** Returns the URL of another database, without tables. */
  String newUrl();

  /** The newest entries of the audit trail without their ids. */
  default List<AuditEntry> trail() {
    return database().audit().query(AuditQuery.newest(10_000)).stream()
        .map(StoredAuditEntry::entry)
        .toList();
  }
}
