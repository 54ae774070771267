package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Denies here what the shared store has just denied, until it could pass.
 *
 * <p>A question is the same when it has the same counters under the same limits and rules and the
 * same units that have to be free, which are more than the cost where some are kept for others;
 * under a bucket or a fixed window also when it needs more of what was denied. So the denial of a
 * low class does not deny a high one. Until the wait that was told is over, the shared store would
 * deny it too: a denial charges nothing, and all that others charge meanwhile only makes the wait
 * longer. The wait ends sooner when something is given back, reset or raised. What is settled or
 * reset through this node is seen at once, what is through others within a second, for which a
 * denial is kept at most.
 *
 * <p>Not kept is a denial by a concurrency limit, whose slots come back any time, by a rule that
 * delays, or by something else than the shared store. A request that can be repeated and one that
 * only asks are always decided by the shared store; one that reserves can be denied here, as a
 * denial reserves nothing.
 *
 * <p>The denials are in a table of fixed size; one that finds its place taken replaces what is
 * there. Reading takes no lock.
 */
public final class DenyCache extends ForwardingStore {
  /** How many denials are kept. */
  static final int SLOTS = 1 << 16;

  private static final long MOST_NANOS = 1_000_000_000L;
  private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  private final TimeSource time;
  private final AtomicReferenceArray<@Nullable Denial> denials = new AtomicReferenceArray<>(SLOTS);
  private final AtomicLong epoch = new AtomicLong();

  /** Keeps the denials of the shared store, which is closed with this one. */
  public DenyCache(Store shared, TimeSource time) {
    super(shared);
    this.time = time;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    if (charges.isDryRun() || charges.replayKey() != null || asks(charges)) {
      return super.decide(charges);
    }
    int slot = slot(charges);
    long now = time.nanos();
    long sentIn = epoch.get();
    Denial known = denials.get(slot);
    if (known != null && now < known.endsAt() && known.epoch() == sentIn && known.isOf(charges)) {
      known.answer(charges, now);
      return DONE;
    }
    CompletionStage<Void> asked = super.decide(charges);
    if (asked.toCompletableFuture().isDone()) {
      return keepNow(asked, charges, slot, sentIn, now);
    }
    return asked.thenRun(() -> keep(charges, slot, sentIn, now));
  }

  private static boolean asks(Charges charges) {
    for (int i = 0; i < charges.size(); i++) {
      if (charges.get(i).cost() == 0) {
        return true;
      }
    }
    return charges.size() == 0;
  }

  private static int slot(Charges charges) {
    long hash = 0;
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      hash = 31 * hash + (charge.key().hi() ^ charge.key().lo(charge.index()));
    }
    return (int) (hash ^ hash >>> 32) & SLOTS - 1;
  }

  /** Keeps what is decided already, at no cost to what was admitted. */
  private CompletionStage<Void> keepNow(
      CompletionStage<Void> asked, Charges charges, int slot, long sentIn, long sentAt) {
    if (!asked.toCompletableFuture().isCompletedExceptionally()) {
      keep(charges, slot, sentIn, sentAt);
    }
    return asked;
  }

  private void keep(Charges charges, int slot, long sentIn, long sentAt) {
    if (charges.admitted() || charges.isDegraded()) {
      return;
    }
    Denial denial = Denial.of(charges, sentIn, sentAt, time.nanos(), MOST_NANOS);
    if (denial != null) {
      denials.set(slot, denial);
    }
  }

  /** Settles, and forgets all denials if that may have given something back to a rate. */
  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    CompletionStage<Settlement> settled = super.settle(reservation, cost, now);
    return cost == AS_CHARGED ? settled : settled.whenComplete((done, failure) -> forget());
  }

  /** Resets, and forgets all denials. */
  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return super.reset(key, index, now).whenComplete((done, failure) -> forget());
  }

  /** What was kept is of an earlier epoch now, and what is being asked will be too. */
  private void forget() {
    epoch.incrementAndGet();
  }
}
