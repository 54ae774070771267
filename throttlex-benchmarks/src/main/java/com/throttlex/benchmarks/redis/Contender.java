package com.throttlex.benchmarks.redis;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A limiter that keeps its counters in Redis, set up for one workload. */
interface Contender extends AutoCloseable {
  /**
   * The commands in Redis's statistics that add up to what it has sent.
   *
   * <p>Redis counts what scripts call along with what clients send.
   */
  Set<String> counted();

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
    ALLOWED,
    DENIED,
    /** Redis was not asked in time, and somebody else has answered. */
    DEGRADED;

    static Verdict of(boolean allowed) {
      return allowed ? ALLOWED : DENIED;
    }
  }
}
