package com.throttlex.jdbc;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * Opens databases of MariaDB and MySQL.
 *
 * <p>It uses MySQL's own driver if the URL says {@code jdbc:mysql:} and the application has that
 * driver. Otherwise it uses MariaDB's, which works with both.
 *
 * <p>At the first login after its start, MySQL needs the password itself ({@code
 * caching_sha2_password}): inside TLS, or encrypted with the server's public key, which the client
 * requests. So a {@code jdbc:mysql:} URL gets TLS if the server offers it, except on this machine;
 * otherwise it gets the key. In both cases a passive listener does not learn the password. An
 * attacker who changes the traffic can, unless the URL says {@code sslMode=verify-full}. Parameters
 * of the URL take precedence. A {@code jdbc:mariadb:} URL never requests a key: MariaDB does not
 * need it, and a fake server would get the password.
 */
final class MariaDb {
  private static final String MYSQL = "jdbc:mysql:";
  private static final String MYSQL_DRIVER = "com.mysql.cj.jdbc.Driver";
  private static final Driver MARIADB_DRIVER = new org.mariadb.jdbc.Driver();

  /** The message of MariaDB's driver when the server has no TLS. */
  private static final String WITHOUT_TLS = "ssl not enabled in the server";

  /** Strict mode rejects values that do not fit into a column. Waits are limited to seconds. */
  private static final List<String> PREPARE =
      List.of(
          "set session transaction isolation level read committed",
          "set sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',"
              + " innodb_lock_wait_timeout = 1, lock_wait_timeout = 5");

  private MariaDb() {}

  /**
   * Returns the database at a URL.
   *
   * @param loader the class loader that may have MySQL's driver
   */
  static DataSource dataSource(String url, ClassLoader loader) {
    ServerUrl server =
        ServerUrl.of(url)
            .withDefault("connectTimeout", "5000")
            .withDefault("socketTimeout", "6000");
    return server.scheme().equals(MYSQL)
        ? mySql(server, loader)
        : ConnectionSource.of(MARIADB_DRIVER, server, PREPARE);
  }

  private static DataSource mySql(ServerUrl server, ClassLoader loader) {
    if (!server.hasParameter("serverRsaPublicKeyFile")) {
      server.withDefault("allowPublicKeyRetrieval", "true");
    }
    try {
      Class<?> driver = Class.forName(MYSQL_DRIVER, true, loader);
      server.parameters().setProperty("characterEncoding", "UTF-8");
      return ConnectionSource.of(
          (Driver) driver.getDeclaredConstructor().newInstance(), server, PREPARE);
    } catch (ReflectiveOperationException e) {
      ServerUrl other = server.withScheme("jdbc:mariadb:");
      return other.isLocal() || other.hasParameter("ssl")
          ? ConnectionSource.of(MARIADB_DRIVER, other, PREPARE)
          : encryptedIfPossible(other);
    }
  }

  /** Connects without TLS only to a server that has no TLS, as MySQL's own driver does. */
  static ConnectionSource encryptedIfPossible(ServerUrl server) {
    ConnectionSource clear = ConnectionSource.of(MARIADB_DRIVER, server, PREPARE);
    ConnectionSource encrypted =
        ConnectionSource.of(MARIADB_DRIVER, server.with("sslMode", "trust"), PREPARE);
    return new ConnectionSource(
        () -> {
          try {
            return encrypted.getConnection();
          } catch (SQLException e) {
            if (!String.valueOf(e.getMessage()).contains(WITHOUT_TLS)) {
              throw e;
            }
            return clear.getConnection();
          }
        });
  }
}
