package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.Terms;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings to the store what was done without it, once it is back: settlements first, then slots that
 * are held, then what was admitted by this node's shares and is still in use.
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
  private final Outage outage;
  private final Circuits circuits;
  private final TimeSource time;
  private final Scheduler scheduler;
  private final GuardListener listener;
  private final Deque<Ledger.Entry> taken = new ArrayDeque<>(); // used by the scheduled work only
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private volatile boolean closed;

  Reconciliation(
      Store store,
      Outage outage,
      Circuits circuits,
      TimeSource time,
      Scheduler scheduler,
      GuardListener listener) {
    this.store = store;
    this.outage = outage;
    this.circuits = circuits;
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
    outage.settlements().expire(time.nanos());
    if (circuits.areAllOpen()) {
      keepTaken();
      scheduler.after(PAUSE_NANOS, this::run);
    } else if (bringSome()) {
      scheduler.after(PACE_NANOS, this::run);
    } else {
      scheduled.set(false);
      if (!outage.isOver()) {
        due();
      }
    }
  }

  /** So that what is charged meanwhile and what was taken before are one again. */
  private void keepTaken() {
    while (!taken.isEmpty()) {
      keep(taken.removeLast());
    }
  }

  private void keep(Ledger.Entry entry) {
    outage.ledger().add(entry.key(), entry.index(), entry.limit());
  }

  /** Brings some to places that are asked; false when there was nothing for them. */
  private boolean bringSome() {
    if (outage.settlements().take(SOME, this::isSettledNow, this::settle)) {
      return true;
    }
    List<Slots.Taken> slots = outage.slots().take(SOME, time.nanos(), this::isMovedNow);
    if (!slots.isEmpty()) {
      slots.forEach(this::move);
      return true;
    }
    if (taken.isEmpty()) {
      taken.addAll(outage.ledger().takeAll());
    }
    Deque<Ledger.Entry> away = new ArrayDeque<>();
    int brought = 0;
    while (brought < SOME && !taken.isEmpty()) {
      Ledger.Entry entry = taken.removeFirst();
      if (circuits.of(entry.key()).isClosed()) {
        bring(entry);
        brought++;
      } else {
        away.addFirst(entry);
      }
    }
    away.forEach(this::keep);
    return brought > 0;
  }

  private boolean isSettledNow(String reservation) {
    return circuits.ofReservation(reservation).isClosed();
  }

  private boolean isMovedNow(Slots.Taken slots) {
    return slots.parts().stream().allMatch(part -> circuits.of(part.key()).isClosed());
  }

  /** Asks the store; the breaker hears of it, so that one that fails again is left alone. */
  private <T extends @Nullable Object> CompletionStage<T> ask(
      Circuit circuit, Supplier<CompletionStage<T>> question) {
    long since = time.nanos();
    return Failures.caught(question)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                circuit.succeeded(since);
              } else if (Failures.isUnavailable(failure)) {
                circuit.failed(since, failure);
              }
            });
  }

  private void settle(String reservation, KeptSettlements.Kept kept) {
    ask(
            circuits.ofReservation(reservation),
            () -> store.settle(reservation, kept.cost(), time.nanos()))
        .whenComplete(
            (settlement, failure) -> {
              if (failure != null && Failures.isUnavailable(failure)) {
                outage.settlements().keepAgain(reservation, kept);
                due();
              }
            });
  }

  /**
   * Takes slots in the store that are held here, whatever class they were taken for; if it has none
   * left, they are held all the same.
   */
  private void move(Slots.Taken taken) {
    Charges charges = new Charges().start(time.nanos());
    charges.reserve(taken.reservation(), taken.endsAt() - charges.now());
    for (Slots.Part part : taken.parts()) {
      charges.add(part.key(), part.index(), part.limit(), part.cost(), part.rule(), Terms.PLAIN);
    }
    ask(circuits.of(charges), () -> store.decide(charges))
        .whenComplete((decided, failure) -> moved(taken, charges, failure));
  }

  private void moved(Slots.Taken taken, Charges charges, @Nullable Throwable failure) {
    String name = charges.reservation();
    if (failure != null || name == null || !charges.admitted()) {
      outage.slots().stayed(taken, failure != null && Failures.isUnavailable(failure));
      due();
    } else if (!outage.slots().moved(taken, name)) {
      outage.settlements().keep(name, Store.AS_CHARGED, time.nanos());
      due();
    }
  }

  private void bring(Ledger.Entry entry) {
    long used = used(entry);
    if (used == 0) {
      outage.counters().reset(entry.key(), entry.index(), time.nanos());
      return;
    }
    ask(circuits.of(entry.key()), () -> charge(entry, used))
        .whenComplete(
            (units, failure) -> {
              if (failure == null) {
                outage.counters().reset(entry.key(), entry.index(), time.nanos());
                listener.reconciled(units);
              } else if (Failures.isUnavailable(failure)) {
                keep(entry);
                due();
              }
            });
  }

  private long used(Ledger.Entry entry) {
    return outage
        .counters()
        .inspect(entry.key(), entry.index(), time.nanos())
        .toCompletableFuture()
        .join()
        .map(status -> status.limit().capacity() - status.remaining())
        .orElse(0L);
  }

  /** Charges that many units, or else what remains; the stage says how many. */
  private CompletionStage<Long> charge(Ledger.Entry entry, long units) {
    return chargeAll(entry, units)
        .thenCompose(
            charge -> {
              if (charge.allowed() || charge.remaining() == 0) {
                return CompletableFuture.completedFuture(charge);
              }
              return chargeAll(entry, Math.min(units, charge.remaining()));
            })
        .thenApply(charge -> charge.allowed() ? charge.cost() : 0);
  }

  private CompletionStage<Charge> chargeAll(Ledger.Entry entry, long units) {
    Charges charges = new Charges().start(time.nanos());
    Charge charge = charges.add(entry.key(), entry.index(), entry.limit(), units);
    return store.decide(charges).thenApply(decided -> charge);
  }
}
