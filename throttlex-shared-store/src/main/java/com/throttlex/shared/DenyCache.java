package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A deny cache: it repeats recent denials of the shared store until the request could be allowed.
 *
 * <p>Two requests are the same if they have the same counters, limits, rules and needed units. The
 * needed units are more than the cost if some are kept for other priority classes. Under a bucket
 * or a fixed window, a denial also covers requests that need more units. So the denial of a low
 * class does not deny a high class. Until retry-after has passed, the shared store would deny the
 * request too: a denial charges nothing, and charges of other requests only make the wait longer.
 * The wait gets shorter if units are given back, or a counter is reset or its limit raised. If this
 * happens through this node, it has effect at once. If it happens through another node, it has
 * effect within a second, because no denial is cached longer.
 *
 * <p>Three denials are not cached: those of a concurrency limit, whose slots can be released at any
 * time, those of a rule that delays, and those that the shared store did not make. The shared store
 * always decides a peek and a request that can be repeated. A request that reserves can be denied
 * here, because a denial reserves nothing.
 *
 * <p>The denials are in a table of fixed size. A new denial replaces the one in its place. Reading
 * takes no lock.
 */
public final class DenyCache extends ForwardingStore {
  /** The number of cached denials. */
  static final int SLOTS = 1 << 16;

  private static final long MOST_NANOS = 1_000_000_000L;

  private final TimeSource time;
  private final AtomicReferenceArray<@Nullable Denial> denials = new AtomicReferenceArray<>(SLOTS);
  private final AtomicLong epoch = new AtomicLong();

  /** Caches the denials of the shared store, which is closed with this store. */
  public DenyCache(Store shared, TimeSource time) {
    super(shared);
    this.time = time;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    if (charges.isDryRun() || charges.replayKey() != null || asks(charges)) {
      return super.decide(charges);
    }
    int slot = slot(charges);
    long now = time.nanos();
    long sentIn = epoch.get();
    Denial known = denials.get(slot);
    if (known != null && now < known.endsAt() && known.epoch() == sentIn && known.isOf(charges)) {
      Verdicts verdicts = charges.verdicts();
      known.answer(verdicts, now);
      return verdicts.stage();
    }
    CompletableFuture<Verdicts> asked = super.decide(charges).toCompletableFuture();
    if (!asked.isDone() || asked.isCompletedExceptionally()) {
      return asked.thenApply(verdicts -> keep(verdicts, slot, sentIn, now));
    }
    keep(asked.join(), slot, sentIn, now); // an admitted request costs nothing extra
    return asked;
  }

  /** Returns whether the request charges nothing. The charge of a block never does. */
  private static boolean asks(Charges charges) {
    for (int i = 0; i < charges.size(); i++) {
      if (charges.get(i).cost() != 0) {
        return false;
      }
    }
    return true;
  }

  private static int slot(Charges charges) {
    long hash = 0;
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      hash = 31 * hash + (charge.key().hi() ^ charge.key().lo(charge.index()));
    }
    return (int) (hash ^ hash >>> 32) & SLOTS - 1;
  }

  private Verdicts keep(Verdicts verdicts, int slot, long sentIn, long sentAt) {
    if (!verdicts.admitted() && !verdicts.isDegraded()) {
      Denial denial = Denial.of(verdicts, sentIn, sentAt, time.nanos(), MOST_NANOS);
      if (denial != null) {
        denials.set(slot, denial);
      }
    }
    return verdicts;
  }

  /** Settles, and removes all denials if units of a rate limit may have been given back. */
  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    CompletionStage<Settlement> settled = super.settle(reservation, cost, now);
    return cost == AS_CHARGED ? settled : settled.whenComplete((done, failure) -> forget());
  }

  /** Resets the counter, and removes all denials. */
  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return super.reset(key, index, now).whenComplete((done, failure) -> forget());
  }

  /** Begins a new epoch, which makes all cached denials and those of calls in flight invalid. */
  private void forget() {
    epoch.incrementAndGet();
  }
}
