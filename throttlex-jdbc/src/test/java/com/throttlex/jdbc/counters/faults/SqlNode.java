package com.throttlex.jdbc.counters.faults;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.distributed.faults.Node;
import com.throttlex.distributed.faults.UnansweredStore;
import com.throttlex.jdbc.counters.JdbcStore;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Makes nodes that count in a database. */
final class SqlNode {
  private SqlNode() {}

  /** A node with the usual timeout that believes to be one of so many. */
  static Node of(String url, int nodes) {
    return node(url, JdbcStore.TIMEOUT, nodes, new SystemTime());
  }

  /** The same, on a store that counts what it does not answer. */
  static Node of(UnansweredStore store, int nodes) {
    return new Node(
        store, JdbcStore.TIMEOUT, nodes, new SystemTime(), UnaryOperator.identity(), () -> {});
  }

  /** A node for which no database is too slow. */
  static Node patient(String url, int nodes, TimeSource time) {
    return node(url, Node.PATIENT, nodes, time);
  }

  private static Node node(String url, Duration timeout, int nodes, TimeSource time) {
    JdbcStore store = JdbcStore.open(url, timeout);
    return new Node(store, timeout, nodes, time, UnaryOperator.identity(), () -> {});
  }
}
