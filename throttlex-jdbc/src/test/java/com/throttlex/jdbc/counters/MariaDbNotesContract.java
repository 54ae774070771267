package com.throttlex.jdbc.counters;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.Sql;

/** The contract of notes in MariaDB or MySQL, with the way to cut their connections. */
abstract class MariaDbNotesContract extends JdbcNotesContract {
  @Override
  String deadlocks() {
    return "select count from information_schema.innodb_metrics where name = 'lock_deadlocks'";
  }

  /** Cuts the connections one after the other, because there is no statement for all. */
  @Override
  protected void cutConnections() {
    String others =
        " from information_schema.processlist where db = database() and id <> connection_id()";
    long left = Sql.number(url(), "select count(*)" + others);
    for (; left > 0; left--) {
      cut(Sql.number(url(), "select min(id)" + others));
    }
  }

  private void cut(long connection) {
    try {
      Sql.run(url(), "kill " + connection);
    } catch (IllegalStateException e) { // one of this test's own that has ended by itself
      assertThat(e).hasMessageContaining("Unknown thread id");
    }
  }
}
