package com.throttlex.spring.store;

import com.throttlex.jdbc.counters.JdbcStoreProvider;
import com.throttlex.provider.StoreConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of the application, through its own pool.
 *
 * @param source returns the pool, or null if there is none
 */
record ApplicationDatabase(Supplier<@Nullable DataSource> source) implements ApplicationStore {
  @Override
  public String scheme() {
    return "jdbc";
  }

  @Override
  public Optional<StoreConnection> open(@Nullable Duration timeout) {
    return Optional.ofNullable(source.get()).map(pool -> JdbcStoreProvider.on(pool, timeout));
  }
}
