package com.throttlex.jdbc;

import java.sql.SQLException;

/**
 * A number that grows with every change of its kind.
 *
 * <p>A change first increments its revision. This locks the revision's row until the end of the
 * transaction. So changes of one kind run one after another, in every database and from every
 * process. A change reads the result of all earlier changes, and a reader that sees a revision sees
 * all changes up to it.
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

  /** Blocks other changes, and notifies listeners when the transaction is committed. */
  void advance(Session session) throws SQLException {
    String sql = "update throttlex_revision set value = value + 1 where name = ?";
    if (session.update(sql, row) != 1) {
      throw missing();
    }
    session.announce();
  }

  /** Advances from that value and returns true; returns false if the revision has another one. */
  boolean advance(Session session, long from) throws SQLException {
    String sql = "update throttlex_revision set value = value + 1 where name = ? and value = ?";
    if (session.update(sql, row, from) != 1) {
      return false;
    }
    session.announce();
    return true;
  }

  /**
   * Writes all revisions, which are as before in the end, after waiting for changes in progress;
   * returns how many. SQLite would write nothing for an update that changes nothing.
   */
  static int rewriteAll(Session session) throws SQLException {
    session.update("update throttlex_revision set value = value + 1");
    return session.update("update throttlex_revision set value = value - 1");
  }

  private DatabaseException missing() {
    return new DatabaseException(
        "throttlex_revision: no row " + row + " (expected: the row of the migration)", null);
  }
}
