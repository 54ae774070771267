package com.throttlex.jdbc.counters;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Several stores on one database, as several nodes have them. */
record Stores(List<JdbcStore> all) implements AutoCloseable {
  static Stores open(String url, int count, Duration timeout) {
    Stores stores =
        new Stores(Stream.generate(() -> JdbcStore.open(url, timeout)).limit(count).toList());
    stores.all.forEach(JdbcStore::check);
    return stores;
  }

  /** Returns the store of a thread. */
  JdbcStore of(int thread) {
    return all.get(thread % all.size());
  }

  @Override
  public void close() {
    all.forEach(JdbcStore::close);
  }
}
