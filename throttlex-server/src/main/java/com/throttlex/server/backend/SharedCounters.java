package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.distributed.BreakerState;
import com.throttlex.distributed.SharedStore;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counters in one place that this node shares with others, and which may be away. */
final class SharedCounters {
  private static final Logger LOG = LoggerFactory.getLogger(SharedCounters.class);

  /** How long a start waits for the store before it goes on without. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int QUESTIONS = 50;

  private final String name;
  private final BatchStore remote;
  private final SharedStore store;
  private final Pulse pulse;
  private final TimeSource time;

  /**
   * Puts everything around a remote store, which is closed with {@link #store}.
   *
   * @param name the place as users know it, such as Redis
   * @param timeout how long at most to wait for the remote store
   */
  SharedCounters(
      String name,
      BatchStore remote,
      Duration timeout,
      Pulse pulse,
      TimeSource time,
      StoreMetrics metrics) {
    this.name = name;
    this.remote = remote;
    this.pulse = pulse;
    this.time = time;
    store = new SharedStore(remote, timeout, pulse::live, time, metrics);
  }

  /** The place as users know it. */
  String name() {
    return name;
  }

  Store store() {
    return store;
  }

  /**
   * Waits a moment for the store.
   *
   * @param start when the waiting has begun
   * @throws IllegalArgumentException when waiting will not help
   */
  void await(long start) {
    while (!pulse.beat().toCompletableFuture().join()) {
      requireUsableTables(pulse.failure());
      if (time.nanos() - start > PATIENCE_NANOS) {
        LOG.warn(
            "store: {} does not answer ({}); until it does, the rules' failure modes hold",
            name,
            reason());
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    for (int i = 0; i < QUESTIONS && isAnswered(); i++) {}
  }

  /** Those of a newer version stay, and those that may not be made do not come by themselves. */
  private static void requireUsableTables(@Nullable Throwable failure) {
    if (failure != null && failure.getCause() instanceof DatabaseException tables) {
      throw new IllegalArgumentException("store: " + tables.getMessage(), tables);
    }
  }

  /** Asks something, so that the first request does not find everything cold. */
  private boolean isAnswered() {
    Charges charges = new Charges().start(time.nanos()).dryRun();
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1/1s"));
    charges.add(Key.of("throttlex|start", "throttlex"), 0, limit, 1);
    return remote
        .decide(charges)
        .handle((decided, failure) -> failure == null)
        .toCompletableFuture()
        .join();
  }

  /** Tells the other nodes of this one; to be called every second. */
  CompletionStage<Boolean> beat() {
    return pulse.beat();
  }

  /** How many nodes share the store, this one included. */
  int live() {
    return pulse.live();
  }

  /** Says farewell to the other nodes, if the store can be reached. */
  void leave() {
    pulse.leave();
  }

  /** Whether the store is asked, as users read it. */
  String breaker() {
    return store.state().name().toLowerCase(Locale.ROOT);
  }

  /** What is wrong; empty when nothing is. */
  String problem() {
    Throwable failure = pulse.failure();
    if (failure == null && store.state() == BreakerState.CLOSED) {
      return "";
    }
    return name
        + " gives no answers, and the rules' failure modes hold"
        + (failure == null ? "" : ": " + reason());
  }

  private String reason() {
    Throwable failure = pulse.failure();
    return failure == null ? "too slow" : String.valueOf(failure.getMessage());
  }
}
