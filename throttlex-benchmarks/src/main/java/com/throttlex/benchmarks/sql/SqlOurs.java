package com.throttlex.benchmarks.sql;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.OwnQuestions;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.distributed.GuardListener;
import com.throttlex.distributed.Nodes;
import com.throttlex.distributed.SharedStore;
import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.store.Sync;
import java.time.Duration;

/** ThrottleX, with all that a node puts in front of its store. */
final class SqlOurs implements Contender {
  /** Longer than in practice: a busy machine must not make the breaker open. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final SharedStore store;
  private final OwnQuestions questions;

  SqlOurs(String url, Workload workload) {
    TimeSource time = new SystemTime();
    JdbcStore remote = JdbcStore.open(url, TIMEOUT);
    remote.check();
    store = new SharedStore(remote, TIMEOUT, Nodes.ALONE, time, GuardListener.NONE);
    questions = new OwnQuestions(store, time, workload, Sync.STRICT);
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
