package com.throttlex.benchmarks.store;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A limiter with counters in a store, set up for one workload. */
public interface Contender extends AutoCloseable {
  /** Returns an object for one decision at a time. */
  Question question();

  @Override
  void close();

  /** One decision at a time. */
  interface Question {
    /** Requests one unit of the key with that number. */
    CompletionStage<?> ask(int key);

    /** Returns the verdict of an answer. */
    Verdict verdict(@Nullable Object answer);
  }

  /** The result of a decision. */
  enum Verdict {
    /** A unit was left. */
    ALLOWED,
    /** No unit was left. */
    DENIED,
    /** The store did not answer in time, and the decision was made in fallback. */
    DEGRADED;

    /** Returns the verdict of the store. */
    public static Verdict of(boolean allowed) {
      return allowed ? ALLOWED : DENIED;
    }
  }
}
