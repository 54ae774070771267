package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.Dialect;
import java.time.Duration;

/** The setup of connections for counters: short waits, and plans that follow the primary key. */
final class Tuning {
  /**
   * The settings of PostgreSQL. It plans a statement once, when the table may still be empty and
   * any plan looks good. So full table scans are switched off.
   */
  private static final String POSTGRES =
      "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;"
          + " set plan_cache_mode = force_generic_plan; set jit = off;"
          + " set statement_timeout = %d; set lock_timeout = %d";

  /**
   * The settings of MariaDB and MySQL. MariaDB ends any statement in time. MySQL does so only for
   * statements that read; it ignores the first comment, and MariaDB ignores the second. In both, a
   * wait for a lock takes at most a second. Any other statement that takes longer is ended by
   * closing its connection.
   */
  private static final String MARIADB =
      "set /*M! max_statement_time = %d.%03d, */ /*!50708 max_execution_time = %d, */"
          + " innodb_lock_wait_timeout = 1";

  private Tuning() {}

  /** Returns the URL with defaults for the parameters that it does not set. */
  static String url(String url, Dialect dialect, Duration timeout) {
    long millis = Math.max(500, 2 * timeout.toMillis());
    if (dialect == Dialect.POSTGRESQL) {
      return with(with(url, "socketTimeout", (millis + 999) / 1000), "prepareThreshold", 1);
    }
    String patient = with(with(url, "socketTimeout", millis), "connectTimeout", millis);
    String together = with(patient, "allowMultiQueries", true);
    // Otherwise MySQL's driver sends a query before each change to see whether the session may
    // write.
    return url.startsWith("jdbc:mysql:") ? with(together, "useLocalSessionState", true) : together;
  }

  private static String with(String url, String name, Object value) {
    if (url.contains(name + '=')) {
      return url;
    }
    return url + (url.indexOf('?') < 0 ? '?' : '&') + name + '=' + value;
  }

  /**
   * Returns the statement that sets up every new connection.
   *
   * <p>PostgreSQL detects deadlocks only after a second. So a wait for a lock ends early enough for
   * a retry.
   */
  static String statement(Dialect dialect, Duration timeout) {
    long millis = timeout.toMillis();
    return dialect == Dialect.POSTGRESQL
        ? POSTGRES.formatted(millis, Math.max(1, millis / 3))
        : MARIADB.formatted(millis / 1000, millis % 1000, millis);
  }
}
