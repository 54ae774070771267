package com.throttlex.benchmarks.store;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Requests to a store of ThrottleX, as its engine sends them. */
public final class OwnQuestions {
  private final Store store;
  private final TimeSource time;
  private final Limit limit;
  private final Terms terms;
  private final Key[] keys;

  /** Creates requests about the keys of a workload. */
  public OwnQuestions(Store store, TimeSource time, Workload workload, Sync sync) {
    this.store = store;
    this.time = time;
    limit = workload.limit();
    terms = new Terms(false, 0, sync, FailureMode.LOCAL);
    keys = new Key[workload.keys()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Key.of("bench|user=" + sync + i, sync.toString() + i);
    }
  }

  /** Returns an object for one decision at a time. */
  public Contender.Question next() {
    return new Contender.Question() {
      private Charges charges = new Charges();

      @Override
      public CompletionStage<?> ask(int key) {
        charges = charges.isKept() ? new Charges() : charges;
        charges.start(time.nanos()).add(keys[key], 0, limit, 1, 0, terms);
        return store.decide(charges);
      }

      @Override
      public Contender.Verdict verdict(@Nullable Object answer) {
        Verdicts verdicts = (Verdicts) Objects.requireNonNull(answer);
        return verdicts.isDegraded()
            ? Contender.Verdict.DEGRADED
            : Contender.Verdict.of(verdicts.admitted());
      }
    };
  }
}
