package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests of its own to a store until it answers quickly, so that the first request of a
 * client is not slow.
 */
final class StoreWarmUp {
  private static final long RESERVED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The most rounds of a warm-up; it ends earlier after several fast rounds in a row. */
  private static final int ROUNDS = 50;

  private static final int QUICK_ROUNDS = 5;
  private static final int REQUESTS = 16;
  private static final Limit LIMIT = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1000/1s"));

  private final Store store;
  private final TimeSource time;

  /**
   * Creates a warm-up.
   *
   * @param time the clock of decisions
   */
  StoreWarmUp(Store store, TimeSource time) {
    this.store = store;
    this.time = time;
  }

  /** Runs rounds until they take less than that, by a clock; leaves no counter in the store. */
  void run(TimeSource clock, long quickNanos) {
    int quick = 0;
    for (int round = 0; round < ROUNDS && quick < QUICK_ROUNDS; round++) {
      long began = clock.nanos();
      boolean decided = isDecided();
      quick = decided && clock.nanos() - began < quickNanos ? quick + 1 : 0;
    }
    reset();
  }

  /** Charges and settles several keys at once; returns whether the store decided all. */
  private boolean isDecided() {
    List<CompletableFuture<Boolean>> sent = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      Charges charges = new Charges().start(time.nanos());
      charges.add(key(i), 0, LIMIT, 1);
      charges.reserve(UUID.randomUUID().toString(), RESERVED_NANOS);
      sent.add(
          store
              .decide(charges)
              .thenCompose(
                  answer ->
                      store
                          .settle(String.valueOf(answer.reservation()), 0, time.nanos())
                          .thenApply(settled -> !answer.isDegraded()))
              .exceptionally(failure -> false)
              .toCompletableFuture());
    }
    return sent.stream().allMatch(CompletableFuture::join);
  }

  private static Key key(int number) {
    String name = "warm-up-" + number;
    return Key.of("throttlex|" + name, name);
  }

  private void reset() {
    for (int i = 0; i < REQUESTS; i++) {
      Key key = key(i);
      Failures.caught(() -> store.reset(key, 0, time.nanos()))
          .handle((done, failure) -> failure == null)
          .toCompletableFuture()
          .join();
    }
  }
}
