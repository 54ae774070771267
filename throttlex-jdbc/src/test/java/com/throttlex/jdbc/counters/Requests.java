package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** The requests of the tests, and their results. */
final class Requests {
  /** The start of the tests' clock, far enough from its end for the years that a test may pass. */
  static final long START = 1_800_000_000_000_000_000L;

  private static final long HANGS_SECONDS = 60;

  private Requests() {}

  /** Returns a limit of that amount in fifty years, so that charges stay. */
  static Limit forGood(Algorithm algorithm, long amount) {
    return Limit.of(algorithm, Rate.parse(amount + "/18250d"));
  }

  static Key key(String name) {
    return Key.of("rule|user=" + name, name);
  }

  /** Returns a request for one unit of each name. */
  static Charges one(Limit limit, String... names) {
    Charges charges = new Charges().start(0);
    for (String name : names) {
      charges.add(key(name), 0, limit, 1);
    }
    return charges;
  }

  static boolean admits(Store store, Charges charges) {
    return join(store.decide(charges)).admitted();
  }

  /** Returns the units in use under a name. */
  static long used(Store store, String name) {
    return used(store, key(name));
  }

  static long used(Store store, Key key) {
    return join(store.inspect(key, 0, 0)).map(Requests::used).orElse(0L);
  }

  private static long used(Status status) {
    return status.limit().capacity() - status.remaining();
  }

  static <T> T join(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(HANGS_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no answer: " + e, e);
    }
  }
}
