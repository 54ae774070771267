package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles the store after an outage: sends the settlements first, then the concurrency slots
 * held, then the units that were admitted by local shares and are still in use.
 *
 * <p>It runs in the background, some entries at a time. If the store has fewer units left, only
 * these are charged. An entry that fails because the store is unavailable again is sent again under
 * the same name. The store charges it once, even if only its answer was lost.
 *
 * <p><b>Bound.</b> This node's own counter is dropped only if the store was just charged all units
 * in use here, and nothing was admitted meanwhile; otherwise it is kept until it is full again. So
 * every admitted unit is counted, in the store or here, for as long as it counts. However often the
 * store fails and recovers, the nodes together admit what the limit allows, and each node in
 * addition its local share.
 */
final class Reconciliation {
  private static final long PAUSE_NANOS = 1_000_000_000;
  private static final long PACE_NANOS = 10_000_000;
  private static final int SOME = 64;

  private final Store store;
  private final Outage outage;
  private final Circuits circuits;
  private final TimeSource time;
  private final LongSupplier clock;
  private final Scheduler scheduler;
  private final GuardListener listener;
  private final Deque<Ledger.Entry> taken = new ConcurrentLinkedDeque<>();
  private final Map<String, Ledger.Entry> inFlight = new ConcurrentHashMap<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final String node = UUID.randomUUID().toString();
  private final AtomicLong names = new AtomicLong();
  private volatile boolean closed;

  /**
   * Creates a reconciliation; it starts with {@link #due}.
   *
   * @param clock measures how long answers take, in nanoseconds
   */
  Reconciliation(
      Store store,
      Outage outage,
      Circuits circuits,
      TimeSource time,
      LongSupplier clock,
      Scheduler scheduler,
      GuardListener listener) {
    this.store = store;
    this.outage = outage;
    this.circuits = circuits;
    this.time = time;
    this.clock = clock;
    this.scheduler = scheduler;
    this.listener = listener;
  }

  /** Schedules a run, because there may be something to reconcile. */
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

  /**
   * Puts unsent entries back into the ledger, where later charges of the same counters join them.
   */
  private void keepTaken() {
    while (!taken.isEmpty()) {
      outage.ledger().add(taken.removeLast());
    }
  }

  /** Sends some entries to places with a closed circuit; returns false if there were none. */
  private boolean bringSome() {
    if (outage.settlements().take(SOME, this::isSettledNow, this::settle)) {
      return true;
    }
    List<Slots.Taken> slots = outage.slots().take(SOME, time.nanos(), this::isMovedNow);
    if (!slots.isEmpty()) {
      slots.forEach(this::move);
      return true;
    }
    return sendAgain() || bringUnits();
  }

  /** Sends some entries again that were not answered; returns false if there were none. */
  private boolean sendAgain() {
    List<Ledger.Sent> again = outage.ledger().takeUnanswered(SOME, this::isBroughtNow);
    again.forEach(sent -> send(sent.entry(), sent.name(), true));
    return !again.isEmpty();
  }

  private boolean bringUnits() {
    if (taken.isEmpty()) {
      taken.addAll(outage.ledger().takeAll(time.nanos()));
    }
    Deque<Ledger.Entry> away = new ArrayDeque<>();
    int brought = 0;
    while (brought < SOME && !taken.isEmpty()) {
      Ledger.Entry entry = taken.removeFirst();
      if (isBroughtNow(entry)) {
        send(entry, nextName(), false);
        brought++;
      } else {
        away.addFirst(entry);
      }
    }
    away.forEach(outage.ledger()::add);
    return brought > 0;
  }

  private boolean isSettledNow(String reservation) {
    return circuits.ofReservation(reservation).isClosed();
  }

  private boolean isBroughtNow(Ledger.Entry entry) {
    return circuits.of(entry.key()).isClosed();
  }

  private boolean isMovedNow(Slots.Taken slots) {
    return slots.parts().stream().allMatch(part -> circuits.of(part.key()).isClosed());
  }

  private String nextName() {
    return "admitted-" + node + "-" + names.incrementAndGet();
  }

  /** Calls the store and reports the result to the circuit breaker. */
  private <T extends @Nullable Object> CompletionStage<T> ask(
      Circuit circuit, Supplier<CompletionStage<T>> question) {
    long since = clock.getAsLong();
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
   * Takes concurrency slots in the store that are held here, whatever their priority class. If the
   * store has none left, they are held all the same. The name differs from that of the request,
   * because the store may have answered the request late and released its slots.
   */
  private void move(Slots.Taken taken) {
    String name = "moved-" + taken.reservation();
    Charges charges = new Charges().start(time.nanos()).replayKey(name);
    charges.reserve(name, taken.endsAt() - charges.now());
    for (Slots.Part part : taken.parts()) {
      charges.add(part.key(), part.index(), part.limit(), part.cost(), part.rule(), Terms.PLAIN);
    }
    ask(circuits.of(charges), () -> store.decide(charges))
        .whenComplete((answer, failure) -> moved(taken, answer, failure));
  }

  private void moved(Slots.Taken taken, @Nullable Verdicts answer, @Nullable Throwable failure) {
    String name = answer == null || !answer.admitted() ? null : answer.reservation();
    if (name == null) {
      outage.slots().stayed(taken, failure != null && Failures.isUnavailable(failure));
      LateAnswerException late = failure == null ? null : LateAnswerException.of(failure);
      if (late != null) {
        late.whenAnswered(moved -> movedLate(taken, moved));
      }
      due();
    } else if (!outage.slots().moved(taken, name)) {
      outage.settlements().keep(name, Store.AS_CHARGED, time.nanos());
      due();
    }
  }

  /**
   * Handles a late admission. A late denial is ignored, because the slots may be in flight again.
   */
  private void movedLate(Slots.Taken taken, Verdicts answer) {
    if (answer.admitted()) {
      moved(taken, answer, null);
    }
  }

  /**
   * Charges the store with units that are still in use here.
   *
   * @param again whether the entry was sent before, so that the store may have charged it
   */
  private void send(Ledger.Entry entry, String name, boolean again) {
    long units = Math.min(entry.units(), used(entry));
    if (units == 0) {
      return;
    }
    Charges charges = new Charges().start(time.nanos()).replayKey(name);
    charges.add(entry.key(), entry.index(), entry.limit(), units);
    inFlight.put(name, entry.with(units));
    ask(circuits.of(charges), () -> store.decide(charges))
        .whenComplete(
            (answer, failure) -> answered(entry.with(units), name, again, answer, failure));
  }

  private void answered(
      Ledger.Entry entry,
      String name,
      boolean again,
      Verdicts answer,
      @Nullable Throwable failure) {
    inFlight.remove(name);
    if (failure != null) {
      if (Failures.isUnavailable(failure)) {
        outage.ledger().unanswered(new Ledger.Sent(entry, name));
        due();
      }
      return;
    }
    ChargeVerdict verdict = answer.get(0);
    if (verdict.allowed()) {
      if (!again) {
        outage.drop(entry, time.nanos());
      }
      listener.reconciled(entry.units());
    } else if (verdict.remaining() > 0 && verdict.remaining() < entry.units()) {
      send(entry.with(verdict.remaining()), nextName(), false);
    }
  }

  /** Returns the units that the store does not have yet and that still count. */
  Discrepancy discrepancy() {
    Unreconciled units = new Unreconciled();
    inFlight.values().forEach(units::add);
    taken.forEach(units::add);
    outage.ledger().addTo(units);
    outage.slots().addTo(units);
    return units.inUse(outage.counters(), time.nanos());
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
}
