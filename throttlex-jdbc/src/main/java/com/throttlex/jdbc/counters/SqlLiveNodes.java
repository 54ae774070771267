package com.throttlex.jdbc.counters;

import com.throttlex.provider.Heartbeat;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The nodes that share a database, seen through their heartbeats.
 *
 * <p>While the database cannot be asked, the last count stands.
 */
final class SqlLiveNodes implements Heartbeat {
  /** After how long a silent node counts as gone. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private final JdbcStore store;
  private final String name;
  private volatile int live = 1;

  /** A node of that name, which no other may have. */
  SqlLiveNodes(JdbcStore store, String name) {
    this.store = store;
    this.name = name;
  }

  @Override
  public CompletionStage<Integer> beat() {
    return store.in(
        transaction -> {
          transaction.call("node-beat").text(name).number(transaction.time()).update();
          transaction.call("nodes").number(silence(transaction)).rows(this::count);
          return live;
        });
  }

  private static long silence(Transaction transaction) {
    return transaction.now() - SILENCE.toNanos();
  }

  private void count(ResultSet row) throws SQLException {
    live = Math.max(1, row.getInt("live"));
  }

  @Override
  public int live() {
    return live;
  }

  @Override
  public CompletionStage<Integer> leave() {
    return store.in(
        transaction -> {
          transaction.time();
          return transaction.call("node-leave").text(name).number(silence(transaction)).update();
        });
  }
}
