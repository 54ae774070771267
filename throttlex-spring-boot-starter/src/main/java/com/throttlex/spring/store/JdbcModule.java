package com.throttlex.spring.store;

import com.throttlex.distributed.Pulse;
import com.throttlex.distributed.SharedCounters;
import com.throttlex.jdbc.Dialect;
import com.throttlex.jdbc.counters.JdbcNotes;
import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.jdbc.counters.SqlLiveNodes;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens counters in a database. */
final class JdbcModule implements StoreModule {
  private static final String EXPECTED =
      "jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or mysql";

  private final Supplier<@Nullable DataSource> own;

  /** Opens counters; those of the application by a pool that is its own. */
  JdbcModule(Supplier<@Nullable DataSource> own) {
    this.own = own;
  }

  @Override
  public StoreKind kind() {
    return StoreKind.JDBC;
  }

  @Override
  public Counters open(String url, StoreContext around) {
    String kind = product(url).orElseThrow(() -> wrong(url));
    JdbcStore store = JdbcStore.open(url, around.timeout(JdbcStore.TIMEOUT));
    return counters(kind, store, around);
  }

  private static RuntimeException wrong(String url) {
    return StoreChoice.wrong(Dialect.printable(url), EXPECTED);
  }

  @Override
  public @Nullable Counters openOwn(StoreContext around) {
    DataSource source = own.get();
    if (source == null) {
      return null;
    }
    JdbcStore store = JdbcStore.on(source, around.timeout(JdbcStore.TIMEOUT));
    return counters(url(source).flatMap(JdbcModule::product).orElse("jdbc"), store, around);
  }

  private static Counters counters(String kind, JdbcStore store, StoreContext around) {
    SqlLiveNodes nodes = new SqlLiveNodes(store, UUID.randomUUID().toString());
    SharedCounters counters =
        new SharedCounters(
            "the database",
            store,
            around.timeout(JdbcStore.TIMEOUT),
            new Pulse(nodes::beat, nodes::live, nodes::leave, around.expectedNodes()),
            new JdbcNotes(store),
            around.time(),
            around.listener(kind));
    return new RemoteCounters(kind, store.toString(), counters, around, () -> {}).begin();
  }

  /** The product that a URL of counters names. */
  private static Optional<String> product(String url) {
    try {
      Dialect.requireUrl(url);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Dialect.of(url) == Dialect.SQLITE ? Optional.empty() : Optional.of(url.split(":", 3)[1]);
  }

  /** Where the pool leads to, if it says so: the database is not asked, as it may be away. */
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
