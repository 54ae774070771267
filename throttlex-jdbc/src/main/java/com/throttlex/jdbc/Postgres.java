package com.throttlex.jdbc;

import java.util.List;
import javax.sql.DataSource;
import org.postgresql.Driver;

/** Opens databases of PostgreSQL. */
final class Postgres {
  /** A longer statement, such as a large migration, sets its own statement_timeout. */
  private static final List<String> PREPARE =
      List.of(
          "set default_transaction_isolation = 'read committed';"
              + " set lock_timeout = '1s'; set statement_timeout = '5s'");

  private Postgres() {}

  static DataSource dataSource(String url) {
    ServerUrl server =
        ServerUrl.of(url)
            .withDefault("ApplicationName", "throttlex")
            .withDefault("connectTimeout", "5")
            .withDefault("loginTimeout", "5")
            .withDefault("socketTimeout", "6")
            .withDefault("tcpKeepAlive", "true");
    return ConnectionSource.of(new Driver(), server, PREPARE);
  }
}
