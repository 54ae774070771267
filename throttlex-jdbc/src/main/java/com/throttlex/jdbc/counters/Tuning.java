package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.Dialect;
import java.time.Duration;

/**
 * How connections for counters are set up: short waits, and plans that never read a whole table.
 */
final class Tuning {
  private Tuning() {}

  /** The URL with what it does not say itself. */
  static String url(String url, Dialect dialect, Duration timeout) {
    long millis = Math.max(500, 2 * timeout.toMillis());
    if (dialect == Dialect.POSTGRESQL) {
      return with(with(url, "socketTimeout", (millis + 999) / 1000), "prepareThreshold", 1);
    }
    String patient = with(with(url, "socketTimeout", millis), "connectTimeout", millis);
    return with(patient, "allowMultiQueries", true);
  }

  private static String with(String url, String name, Object value) {
    if (url.contains(name + '=')) {
      return url;
    }
    return url + (url.indexOf('?') < 0 ? '?' : '&') + name + '=' + value;
  }

  /** What every new connection is told. */
  static String statement(Dialect dialect, Duration timeout) {
    long millis = timeout.toMillis();
    return dialect == Dialect.POSTGRESQL
        ? "set statement_timeout = %d; set lock_timeout = %d; set enable_seqscan = off; set plan_cache_mode = force_generic_plan; set jit = off"
            .formatted(millis, millis)
        : "set /*M! max_statement_time = %d.%03d, */ innodb_lock_wait_timeout = 1"
            .formatted(millis / 1000, millis % 1000);
  }
}
