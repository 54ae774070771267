package com.throttlex.jdbc;

import java.sql.Driver;
import java.util.List;
import javax.sql.DataSource;

/**
 * How a database of MariaDB or MySQL is opened.
 *
 * <p>With MySQL's own driver if the URL says {@code jdbc:mysql:} and the application has brought
 * it, and otherwise with MariaDB's, which speaks to both.
 */
final class MariaDb {
  private static final String MYSQL = "jdbc:mysql:";
  private static final String MYSQL_DRIVER = "com.mysql.cj.jdbc.Driver";

  /** Strict: what does not fit into a column is refused, not cut. The waits are seconds. */
  private static final List<String> PREPARE =
      List.of(
          "set session transaction isolation level read committed",
          "set sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',"
              + " innodb_lock_wait_timeout = 1, lock_wait_timeout = 5");

  private MariaDb() {}

  /**
   * The database at the URL.
   *
   * @param loader where MySQL's driver is looked for
   */
  static DataSource dataSource(String url, ClassLoader loader) {
    ServerUrl server =
        ServerUrl.of(url)
            .withDefault("connectTimeout", "5000")
            .withDefault("socketTimeout", "6000");
    if (server.scheme().equals(MYSQL)) {
      try {
        Class<?> driver = Class.forName(MYSQL_DRIVER, true, loader);
        server.parameters().setProperty("characterEncoding", "UTF-8");
        return ConnectionSource.of(
            (Driver) driver.getDeclaredConstructor().newInstance(), server, PREPARE);
      } catch (ReflectiveOperationException e) {
        server = server.withScheme("jdbc:mariadb:");
      }
    }
    return ConnectionSource.of(new org.mariadb.jdbc.Driver(), server, PREPARE);
  }
}
