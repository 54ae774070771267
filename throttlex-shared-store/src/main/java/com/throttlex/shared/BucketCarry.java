package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Carries the charges of buckets to the store that they move to.
 *
 * <p>In a window and in a log, a charge expires after some time. In a bucket it does not: a drained
 * bucket stays drained as long as requests take the units that come back. A store that has only the
 * charges since the move began would have more left for ever. So after each request, a store that
 * has at least as much left as those before it is charged with
 *
 * <ul>
 *   <li>the difference,
 *   <li>one unit, for the fractions that are not reported,
 *   <li>the units that come back while the request is in flight, because the stores read their
 *       clocks at different moments.
 * </ul>
 *
 * <p>Afterwards the bucket has no more left than the one before it, or it has less than one unit
 * left. Each bucket has one charge in flight at a time. A failed charge is reported.
 */
final class BucketCarry {
  private static final int ATTEMPTS = 2;

  private final Set<Bucket> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean missed = new AtomicBoolean();

  /** A bucket in a store. */
  private record Bucket(long hi, long lo, int store) {}

  /** Returns whether charges of that limit have to be carried. */
  static boolean isNeeded(Limit limit) {
    return limit.rate().period().calendar() == null
        && switch (limit.algorithm()) {
          case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> true;
          case FIXED_WINDOW, SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER, CONCURRENCY -> false;
        };
  }

  /**
   * Charges a bucket with what it has more than others.
   *
   * @param number the number of the store
   * @param charge a charge of the bucket
   * @param least the units left in the others
   * @param left the units left in this bucket
   * @param now the time in the store
   * @param nanos how long the request was in flight
   */
  void carry(Store store, int number, Charge charge, long least, long left, long now, long nanos) {
    long back = (long) Math.ceil((double) charge.limit().rate().amount() * nanos / period(charge));
    long more = Math.min(left, left - least + 1 + back);
    Key key = charge.key();
    Bucket bucket = new Bucket(key.hi(), key.lo(charge.index()), number);
    if (left < least || more <= 0 || !inFlight.add(bucket)) {
      return;
    }
    var unused =
        attempt(store, key, charge.index(), charge.limit(), more, now, ATTEMPTS)
            .whenComplete(
                (done, failure) -> {
                  inFlight.remove(bucket);
                  if (failure != null || !done) {
                    missed.set(true);
                  }
                });
  }

  private static long period(Charge charge) {
    return charge.limit().rate().period().nanos();
  }

  /** Charges the units, or what is left if others have charged the bucket meanwhile. */
  private static CompletionStage<Boolean> attempt(
      Store store, Key key, int index, Limit limit, long more, long now, int attempts) {
    Charges carried = new Charges().start(now);
    carried.add(key, index, limit, more);
    return Failures.caught(() -> store.decide(carried))
        .thenCompose(
            answer -> {
              long left = answer.get(0).remaining();
              if (answer.isDegraded()) {
                return CompletableFuture.completedFuture(false);
              }
              return answer.admitted() || left == 0 || attempts == 1
                  ? CompletableFuture.completedFuture(true)
                  : attempt(store, key, index, limit, Math.min(more, left), now, attempts - 1);
            });
  }

  /** Returns whether a charge has failed since the last call. */
  boolean hasMissed() {
    return missed.getAndSet(false);
  }
}
