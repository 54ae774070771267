package com.throttlex.jdbc.counters.faults;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.shared.faults.Node;
import com.throttlex.shared.faults.UnansweredStore;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Creates nodes with counters in a database. */
final class SqlNode {
  private SqlNode() {}

  /** Creates a node with the usual timeout that counts that many nodes. */
  static Node of(String url, int nodes) {
    return node(url, JdbcStore.TIMEOUT, nodes, new SystemTime());
  }

  /** Creates a node on a store that counts unanswered requests. */
  static Node of(UnansweredStore store, int nodes) {
    return new Node(
        store, JdbcStore.TIMEOUT, nodes, new SystemTime(), UnaryOperator.identity(), () -> {});
  }

  /** Creates a node for which no database times out. */
  static Node patient(String url, int nodes, TimeSource time) {
    return node(url, Node.PATIENT, nodes, time);
  }

  private static Node node(String url, Duration timeout, int nodes, TimeSource time) {
    JdbcStore store = JdbcStore.open(url, timeout);
    return new Node(store, timeout, nodes, time, UnaryOperator.identity(), () -> {});
  }
}
