package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.Dialect;
import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProvider;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens counters in PostgreSQL, MariaDB and MySQL. */
public final class JdbcStoreProvider implements StoreProvider {
  private static final String FORM =
      "jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or mysql";

  @Override
  public String scheme() {
    return "jdbc";
  }

  @Override
  public String form() {
    return FORM;
  }

  @Override
  public String printable(String url) {
    return Dialect.printable(url);
  }

  @Override
  public void requireUrl(String url) {
    if (product(url).isEmpty()) {
      throw new IllegalArgumentException(FORM);
    }
  }

  @Override
  public Optional<String> shard(String url) {
    requireUrl(url);
    return Optional.of(
        Dialect.place(url)
            .orElseThrow(
                () -> new IllegalArgumentException(FORM + ", with %40 for @ in a password")));
  }

  @Override
  public StoreConnection open(String url, @Nullable Duration timeout) {
    Duration most = timeout == null ? JdbcStore.TIMEOUT : timeout;
    return new JdbcConnection(product(url).orElse(scheme()), JdbcStore.open(url, most), most);
  }

  /** Opens counters on the pool of an application, which the application closes. */
  public static StoreConnection on(DataSource source, @Nullable Duration timeout) {
    Duration most = timeout == null ? JdbcStore.TIMEOUT : timeout;
    String kind = url(source).flatMap(JdbcStoreProvider::product).orElse("jdbc");
    return new JdbcConnection(kind, JdbcStore.on(source, most), most);
  }

  /** Returns the product of a URL of counters. */
  private static Optional<String> product(String url) {
    try {
      Dialect.requireUrl(url);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Dialect.of(url) == Dialect.SQLITE ? Optional.empty() : Optional.of(url.split(":", 3)[1]);
  }

  /**
   * Returns the URL of a pool if it has one; does not call the database, which may be unavailable.
   */
  private static Optional<String> url(DataSource source) {
    try {
      return source.isWrapperFor(HikariDataSource.class)
          ? Optional.ofNullable(source.unwrap(HikariDataSource.class).getJdbcUrl())
          : Optional.empty();
    } catch (SQLException e) {
      return Optional.empty();
    }
  }
}
