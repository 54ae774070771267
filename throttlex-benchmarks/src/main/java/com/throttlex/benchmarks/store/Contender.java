package com.throttlex.benchmarks.store;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A limiter that keeps its counters in a store, set up for one workload. */
public interface Contender extends AutoCloseable {
  /** A place to ask from; it waits for an answer before it asks again. */
  Question question();

  @Override
  void close();

  /** One decision at a time. */
  interface Question {
    /** Asks for one unit of the key with that number. */
    CompletionStage<?> ask(int key);

    /** What the answer means, as soon as it is there. */
    Verdict verdict(@Nullable Object answer);
  }

  /** What became of a decision. */
  enum Verdict {
    /** There was enough left. */
    ALLOWED,
    /** There was not. */
    DENIED,
    /** The store was not asked in time, and somebody else has answered. */
    DEGRADED;

    /** What the store has said. */
    public static Verdict of(boolean allowed) {
      return allowed ? ALLOWED : DENIED;
    }
  }
}
