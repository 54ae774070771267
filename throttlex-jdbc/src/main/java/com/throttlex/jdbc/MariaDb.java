package com.throttlex.jdbc;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * How a database of MariaDB or MySQL is opened.
 *
 * <p>With MySQL's own driver if the URL says {@code jdbc:mysql:} and the application has brought
 * it, and otherwise with MariaDB's, which speaks to both.
 *
 * <p>MySQL wants to see the password itself at the first login after its start ({@code
 * caching_sha2_password}): inside TLS, or encrypted with the server's public key, which is asked
 * for. So a {@code jdbc:mysql:} URL gets TLS where the server offers it, but for one of this
 * machine, and else the key. Nobody who only listens learns the password either way; one who can
 * change what is sent can, unless the URL says {@code sslMode=verify-full}. What the URL says wins.
 * A {@code jdbc:mariadb:} URL never asks for a key, as MariaDB has no need of it and whoever
 * pretends to be the server would get the password.
 */
final class MariaDb {
  private static final String MYSQL = "jdbc:mysql:";
  private static final String MYSQL_DRIVER = "com.mysql.cj.jdbc.Driver";
  private static final Driver MARIADB_DRIVER = new org.mariadb.jdbc.Driver();

  /** How MariaDB's driver says that the server has no TLS. */
  private static final String WITHOUT_TLS = "ssl not enabled in the server";

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

  /** Talks in clear only to a server that has no TLS, as MySQL's own driver does by itself. */
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
