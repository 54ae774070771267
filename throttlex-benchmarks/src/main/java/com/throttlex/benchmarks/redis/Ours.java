package com.throttlex.benchmarks.redis;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** ThrottleX, asked as its engine asks a store. */
final class Ours implements Contender {
  private final Node node;
  private final Limit limit;
  private final Terms terms;
  private final Key[] keys;

  private Ours(Node node, Workload workload, Sync sync) {
    this.node = node;
    limit = workload.limit();
    terms = new Terms(false, 0, sync, FailureMode.LOCAL);
    keys = new Key[workload.keys()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Key.of("bench|user=" + sync + i, sync.toString() + i);
    }
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
  public Set<String> counted() {
    return Set.of("eval", "evalsha");
  }

  @Override
  public Question question() {
    Charges charges = new Charges();
    return new Question() {
      @Override
      public CompletionStage<?> ask(int key) {
        charges.start(node.time().nanos()).add(keys[key], 0, limit, 1, 0, terms);
        return node.store().decide(charges);
      }

      @Override
      public Verdict verdict(@Nullable Object answer) {
        return charges.isDegraded() ? Verdict.DEGRADED : Verdict.of(charges.admitted());
      }
    };
  }

  @Override
  public void close() {
    node.close();
  }
}
