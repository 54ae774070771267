package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.key.KeyText;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Cell;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One limit in memory: for a resource as a whole, or for each key.
 *
 * <pre>{@code
 * RateLimiter limiter = RateLimiter.of("100/1s");
 * if (limiter.tryAcquire("user-42")) { ... }
 * }</pre>
 *
 * <p>Thread-safe. Without a key the limiter has one counter. Each key has its own counter, as long
 * as the {@link MemoryStore} has room.
 */
public final class RateLimiter {
  private static final Key ALL = Key.of("limiter", "");
  private static final ThreadLocal<KeyHash> HASH = ThreadLocal.withInitial(KeyHash::new);

  private final Limit limit;
  private final Cell cell;
  private final MemoryStore store = new MemoryStore();
  private final TimeSource time;
  private final Waiters waiters;

  private RateLimiter(Limit limit, TimeSource time) {
    this.limit = limit;
    this.time = time;
    cell = Cell.single(limit);
    waiters = new Waiters(time);
  }

  /** Creates a token bucket, such as {@code 100/1s}. */
  public static RateLimiter of(String rate) {
    return of(rate, Algorithm.TOKEN_BUCKET);
  }

  /**
   * Creates a limit of any algorithm; {@code 10/30s} of CONCURRENCY means 10 in flight, each held
   * for at most 30 s.
   */
  public static RateLimiter of(String rate, Algorithm algorithm) {
    return of(Limit.of(algorithm, Rate.parse(rate)), new SystemTime());
  }

  /** Creates a limit that uses the given clock. */
  public static RateLimiter of(Limit limit, TimeSource time) {
    return new RateLimiter(limit, time);
  }

  /** Takes one unit if one is available. */
  public boolean tryAcquire() {
    return tryAcquire(1);
  }

  /** Takes that many units if they are available. */
  public boolean tryAcquire(long cost) {
    return charge(cost, 0, null) >= 0;
  }

  /** Takes one unit of the key if one is available. */
  public boolean tryAcquire(String key) {
    return tryAcquire(key, 1);
  }

  /** Takes that many units of the key if they are available. */
  public boolean tryAcquire(String key, long cost) {
    requireCost(cost);
    if (limit instanceof Meter meter) {
      KeyHash hash = HASH.get().start().add(key).end();
      return store.charge(hash.hi(), hash.lo(), meter, cost, time.nanos(), 0) >= 0;
    }
    return charge(Key.of("limiter|" + KeyText.escape(key), ""), cost, null) >= 0;
  }

  /**
   * Takes one unit, and waits for it if it becomes available within the timeout. Returns false at
   * once if it does not, or if the queue of a leaky bucket is full. An interrupted wait has taken
   * its unit.
   */
  public boolean acquire(Duration timeout) throws InterruptedException {
    return acquire(timeout, null);
  }

  private boolean acquire(Duration timeout, @Nullable String reservation)
      throws InterruptedException {
    long deadline = time.nanos() + Waiters.nanos(timeout);
    long delay = charge(1, Waiters.nanos(timeout), reservation);
    if (delay >= 0) {
      time.sleepUntil(time.nanos() + delay);
      return true;
    }
    // A bucket has already reported whether the unit comes in time; the queue of a leaky bucket is
    // full.
    return !(limit instanceof Bucket) && waiters.await(deadline, new Attempt(reservation));
  }

  /** Runs the work if a unit becomes available within the timeout; returns false otherwise. */
  public boolean run(Duration timeout, Runnable work) throws InterruptedException {
    String reservation = ReservationNames.next();
    if (!acquire(timeout, reservation)) {
      return false;
    }
    try {
      work.run();
      return true;
    } finally {
      release(reservation);
    }
  }

  /**
   * Returns the result of the work if a unit becomes available within the timeout, or else that of
   * the other function.
   */
  public <T extends @Nullable Object> T call(
      Duration timeout, Callable<T> work, Supplier<T> otherwise) throws Exception {
    String reservation = ReservationNames.next();
    if (!acquire(timeout, reservation)) {
      return otherwise.get();
    }
    try {
      return work.call();
    } finally {
      release(reservation);
    }
  }

  /** Releases a concurrency slot; does nothing under other limits. */
  private void release(String reservation) {
    if (limit.algorithm() == Algorithm.CONCURRENCY) {
      store.settle(reservation, Store.AS_CHARGED, time.nanos());
      waiters.wake();
    }
  }

  private long charge(long cost, long maxDelay, @Nullable String reservation) {
    requireCost(cost);
    if (limit instanceof Meter meter) {
      return cell.charge(meter, cost, time.nanos(), maxDelay);
    }
    return charge(ALL, cost, reservation);
  }

  private long charge(Key key, long cost, @Nullable String reservation) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(key, 0, limit, cost);
    if (reservation != null) {
      charges.reserve(reservation, limit.rate().period().nanos());
    }
    Verdicts verdicts = charges.verdicts();
    store.decide(verdicts);
    ChargeVerdict verdict = verdicts.get(0);
    return verdict.allowed() ? 0 : -verdict.waitNanos();
  }

  private static void requireCost(long cost) {
    if (cost < 0 || cost > RequestContext.MAX_COST) {
      throw new IllegalArgumentException(
          "cost: " + cost + " (expected: from 0 to " + RequestContext.MAX_COST + ")");
    }
  }

  private final class Attempt implements Waiters.Attempt {
    private final @Nullable String reservation;

    Attempt(@Nullable String reservation) {
      this.reservation = reservation;
    }

    @Override
    public long tryAndWait() {
      return -charge(1, 0, reservation);
    }

    @Override
    public boolean mayComeEarlier() {
      return limit.algorithm() == Algorithm.CONCURRENCY;
    }
  }
}
