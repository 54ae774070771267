package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.OwnQuestions;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.store.Sync;

/** ThrottleX, called in the same way as by its engine. */
final class RedisOurs implements Contender {
  private final RedisStoreNode node;
  private final OwnQuestions questions;

  private RedisOurs(RedisStoreNode node, Workload workload, Sync sync) {
    this.node = node;
    questions = new OwnQuestions(node.store(), node.time(), workload, sync);
  }

  /** Every decision is made in Redis. */
  static RedisOurs strict(String url, Workload workload) {
    return new RedisOurs(RedisStoreNode.strict(url), workload, Sync.STRICT);
  }

  /** Units are leased, and denials are cached. */
  static RedisOurs leased(String url, Workload workload) {
    return new RedisOurs(RedisStoreNode.leased(url), workload, Sync.LEASED);
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
