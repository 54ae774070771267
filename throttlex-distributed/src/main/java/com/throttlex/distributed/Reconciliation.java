package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Brings to the store what was done without it, once it is back: settlements first, then what was
 * admitted by this node's shares and is still in use.
 *
 * <p>In the background, some at a time. A counter is charged what remains in the store if that is
 * less; then this node's own counter is dropped. What fails because the store is gone again is
 * tried again.
 */
final class Reconciliation {
  private static final long PAUSE_NANOS = 1_000_000_000;
  private static final long PACE_NANOS = 10_000_000;
  private static final int SOME = 64;

  private final Store store;
  private final MemoryStore local;
  private final Ledger ledger;
  private final KeptSettlements settlements;
  private final Breaker breaker;
  private final TimeSource time;
  private final Scheduler scheduler;
  private final GuardListener listener;
  private final Deque<Ledger.Entry> taken = new ArrayDeque<>(); // used by the scheduled work only
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private volatile boolean closed;

  Reconciliation(
      Store store,
      MemoryStore local,
      Ledger ledger,
      KeptSettlements settlements,
      Breaker breaker,
      TimeSource time,
      Scheduler scheduler,
      GuardListener listener) {
    this.store = store;
    this.local = local;
    this.ledger = ledger;
    this.settlements = settlements;
    this.breaker = breaker;
    this.time = time;
    this.scheduler = scheduler;
    this.listener = listener;
  }

  /** Says that there may be something to bring. */
  void due() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      scheduler.after(PAUSE_NANOS, this::run);
    }
  }

  void close() {
    closed = true;
  }

  private void run() {
    if (closed) {
      return;
    }
    settlements.expire(time.nanos());
    if (!breaker.isClosed()) {
      keepTaken();
      scheduler.after(PAUSE_NANOS, this::run);
    } else if (bringSome()) {
      scheduler.after(PACE_NANOS, this::run);
    } else {
      scheduled.set(false);
      if (!ledger.isEmpty() || !settlements.isEmpty()) {
        due();
      }
    }
  }

  /** So that what is charged meanwhile and what was taken before are one again. */
  private void keepTaken() {
    while (!taken.isEmpty()) {
      Ledger.Entry entry = taken.removeLast();
      ledger.add(entry.key(), entry.index(), entry.limit());
    }
  }

  /** Brings some; false when there was nothing. */
  private boolean bringSome() {
    if (!settlements.isEmpty()) {
      settlements.take(SOME, this::settle);
      return true;
    }
    if (taken.isEmpty()) {
      taken.addAll(ledger.takeAll());
    }
    boolean any = !taken.isEmpty();
    for (int i = 0; i < SOME && !taken.isEmpty(); i++) {
      bring(taken.removeFirst());
    }
    return any;
  }

  private void settle(String reservation, KeptSettlements.Kept kept) {
    Failures.caught(() -> store.settle(reservation, kept.cost(), time.nanos()))
        .whenComplete(
            (settlement, failure) -> {
              if (failure != null && Failures.isUnavailable(failure)) {
                settlements.keepAgain(reservation, kept);
                due();
              }
            });
  }

  private void bring(Ledger.Entry entry) {
    long used = used(entry);
    if (used == 0) {
      local.reset(entry.key(), entry.index(), time.nanos());
      return;
    }
    Failures.caught(() -> bring(entry, used))
        .whenComplete(
            (units, failure) -> {
              if (failure == null) {
                local.reset(entry.key(), entry.index(), time.nanos());
                listener.reconciled(units);
              } else if (Failures.isUnavailable(failure)) {
                ledger.add(entry.key(), entry.index(), entry.limit());
                due();
              }
            });
  }

  private long used(Ledger.Entry entry) {
    return local
        .inspect(entry.key(), entry.index(), time.nanos())
        .toCompletableFuture()
        .join()
        .map(status -> status.limit().capacity() - status.remaining())
        .orElse(0L);
  }

  /** Charges that many units, or else what remains; the stage says how many. */
  private CompletionStage<Long> bring(Ledger.Entry entry, long units) {
    Charges charges = new Charges().start(time.nanos());
    Charge charge = charges.add(entry.key(), entry.index(), entry.limit(), units);
    return store
        .decide(charges)
        .thenCompose(
            decided -> {
              if (charge.allowed()) {
                return CompletableFuture.completedFuture(units);
              }
              long left = Math.min(charge.remaining(), units - 1);
              return left <= 0 ? CompletableFuture.completedFuture(0L) : bring(entry, left);
            });
  }
}
