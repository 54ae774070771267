package com.throttlex.jdbc;

import java.sql.SQLException;

/**
 * A number that grows with every change of its kind.
 *
 * <p>A change first advances its revision, whose row is thereby locked until the end of the
 * transaction. So changes of one kind happen one after another, in every database and from every
 * process; what a change reads, it reads after all changes before it; and a reader who sees a
 * revision sees all changes up to it.
 */
enum Revision {
  RULES("rule-revision"),
  USERS("user-revision");

  private final String row;

  Revision(String row) {
    this.row = row;
  }

  long read(Session session) throws SQLException {
    String sql = "select value from throttlex_revision where name = ?";
    return session.first(found -> found.number("value"), sql, row).orElseThrow(this::missing);
  }

  /** Locks out other changes, and tells those who listen when the transaction is committed. */
  void advance(Session session) throws SQLException {
    String sql = "update throttlex_revision set value = value + 1 where name = ?";
    if (session.update(sql, row) != 1) {
      throw missing();
    }
    session.announce();
  }

  /** Writes all revisions as they are, after those who change something; returns how many. */
  static int rewriteAll(Session session) throws SQLException {
    return session.update("update throttlex_revision set value = value");
  }

  private DatabaseException missing() {
    return new DatabaseException(
        "throttlex_revision: no row " + row + " (expected: the row that the migration made)", null);
  }
}
