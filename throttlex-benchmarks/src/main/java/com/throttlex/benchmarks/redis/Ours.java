package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.OwnQuestions;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.store.Sync;

/** ThrottleX, asked as its engine asks a store. */
final class Ours implements Contender {
  private final Node node;
  private final OwnQuestions questions;

  private Ours(Node node, Workload workload, Sync sync) {
    this.node = node;
    questions = new OwnQuestions(node.store(), node.time(), workload, sync);
  }

  /** Every decision is made in Redis. */
  static Ours strict(String url, Workload workload) {
    return new Ours(Node.strict(url), workload, Sync.STRICT);
  }

  /** Units are leased, and denials remembered. */
  static Ours leased(String url, Workload workload) {
    return new Ours(Node.leased(url), workload, Sync.LEASED);
  }

  @Override
  public Question question() {
    return questions.next();
  }

  @Override
  public void close() {
    node.close();
  }
}
