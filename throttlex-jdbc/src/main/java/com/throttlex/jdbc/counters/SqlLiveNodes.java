package com.throttlex.jdbc.counters;

import com.throttlex.provider.Heartbeat;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The live nodes that share a database, counted by their heartbeats.
 *
 * <p>While the database is unavailable, the last count is used.
 */
final class SqlLiveNodes implements Heartbeat {
  /** The time without a heartbeat after which a node is no longer alive. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private final JdbcStore store;
  private final String name;
  private volatile int live = 1;

  /** Creates a node with a name that no other node may have. */
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
