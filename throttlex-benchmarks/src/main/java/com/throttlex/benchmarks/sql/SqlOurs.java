package com.throttlex.benchmarks.sql;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.OwnQuestions;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.jdbc.counters.JdbcStoreProvider;
import com.throttlex.provider.StoreConnection;
import com.throttlex.shared.SharedSettings;
import com.throttlex.shared.SharedStore;
import com.throttlex.store.Sync;
import java.time.Duration;

/** ThrottleX, with all layers that a node puts in front of its store. */
final class SqlOurs implements Contender {
  /** Longer than in practice: a busy machine must not open the circuit. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** A database that has just started on a busy machine may need more time than a node gives it. */
  private static final int MOST_STARTS = 10;

  private final SharedStore store;
  private final OwnQuestions questions;

  SqlOurs(String url, Workload workload) {
    TimeSource time = new SystemTime();
    StoreConnection connection = new JdbcStoreProvider().open(url, TIMEOUT);
    store = new SharedStore(connection.name(), connection, SharedSettings.of(time));
    for (int starts = 1; !isAnswering(connection, time); starts++) {
      if (starts == MOST_STARTS) {
        throw new IllegalStateException(store.silence());
      }
    }
    questions = new OwnQuestions(store, time, workload, Sync.STRICT);
  }

  private boolean isAnswering(StoreConnection connection, TimeSource time) {
    return store.isAnswering(time, time.nanos(), connection::isPreparing);
  }

  @Override
  public Question question() {
    return questions.next();
  }

  @Override
  public void close() {
    store.close();
  }
}
