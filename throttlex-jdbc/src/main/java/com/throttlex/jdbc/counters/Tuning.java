package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.Dialect;
import java.time.Duration;

/** How connections for counters are set up: short waits, and plans that follow the primary key. */
final class Tuning {
  /**
   * PostgreSQL plans a statement once, when the table may still be empty and any plan looks good;
   * so it is told not to read whole tables.
   */
  private static final String POSTGRES =
      "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;"
          + " set plan_cache_mode = force_generic_plan; set jit = off;"
          + " set statement_timeout = %d; set lock_timeout = %d";

  /**
   * MariaDB ends any statement in time. MySQL, which skips the first comment as MariaDB skips the
   * second, does so for those that only read; a wait for a lock takes a second at most in both, and
   * what else takes longer is given up with its connection.
   */
  private static final String MARIADB =
      "set /*M! max_statement_time = %d.%03d, */ /*!50708 max_execution_time = %d, */"
          + " innodb_lock_wait_timeout = 1";

  private Tuning() {}

  /** The URL with what it does not say itself. */
  static String url(String url, Dialect dialect, Duration timeout) {
    long millis = Math.max(500, 2 * timeout.toMillis());
    if (dialect == Dialect.POSTGRESQL) {
      return with(with(url, "socketTimeout", (millis + 999) / 1000), "prepareThreshold", 1);
    }
    String patient = with(with(url, "socketTimeout", millis), "connectTimeout", millis);
    String together = with(patient, "allowMultiQueries", true);
    // MySQL's driver otherwise asks before each change whether the session may write.
    return url.startsWith("jdbc:mysql:") ? with(together, "useLocalSessionState", true) : together;
  }

  private static String with(String url, String name, Object value) {
    if (url.contains(name + '=')) {
      return url;
    }
    return url + (url.indexOf('?') < 0 ? '?' : '&') + name + '=' + value;
  }

  /**
   * What every new connection is told.
   *
   * <p>PostgreSQL looks for deadlocks after a second only; so a wait for a lock ends early enough
   * to try again.
   */
  static String statement(Dialect dialect, Duration timeout) {
    long millis = timeout.toMillis();
    return dialect == Dialect.POSTGRESQL
        ? POSTGRES.formatted(millis, Math.max(1, millis / 3))
        : MARIADB.formatted(millis / 1000, millis % 1000, millis);
  }
}
