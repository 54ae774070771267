package com.throttlex.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that opens every connection with one function. */
final class ConnectionSource implements DataSource {
  private static final int PATIENCE_SECONDS = 5;

  private final Opener opener;

  ConnectionSource(Opener opener) {
    this.opener = opener;
  }

  /** Opens a connection. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws SQLException;
  }

  /** Returns a source that uses the driver, and runs the statements on every new connection. */
  static ConnectionSource of(Driver driver, ServerUrl url, List<String> statements) {
    return new ConnectionSource(
        () -> {
          Properties parameters = new Properties();
          parameters.putAll(url.parameters());
          Connection connection = driver.connect(url.address(), parameters);
          if (connection == null) {
            throw new SQLException("URL not accepted by " + driver.getClass().getName());
          }
          prepare(connection, statements);
          return connection;
        });
  }

  private static void prepare(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return opener.open();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("user and password are part of the URL");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  /** How long the pool waits, when it closes, for a connection that it is opening. */
  @Override
  public int getLoginTimeout() {
    return PATIENCE_SECONDS;
  }

  /** Does nothing: the URL and its defaults set the connect timeout. */
  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no logger is supported");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("type: " + type.getName() + " (expected: DataSource)");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
