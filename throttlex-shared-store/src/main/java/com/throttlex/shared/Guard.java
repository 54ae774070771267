package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that decides by fallback while the store behind it fails.
 *
 * <p>A {@link StoreUnavailableException} starts the fallback of the request: {@code
 * on-store-failure} of its rules applies. Too many of these failures, or too many slow answers,
 * open the circuit of the {@link Breaker}, and the store is not called for a while. Every other
 * failure belongs to the request and is passed on. The store must complete every stage in time, as
 * a {@link Coalescer} does.
 *
 * <p>If an answer is late, the request stays decided by fallback. The late answer is only used to
 * correct the store, see {@link LateAnswers}.
 *
 * <p>A reservation made in fallback is settled in fallback. A settlement for the store is kept
 * until the store can be called. In fallback, {@code inspect} reads the counter of this node, and
 * {@code reset} fails, because an acknowledged reset must not be lost.
 */
public final class Guard extends ForwardingStore {
  private static final Limit TRIALS = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1s"));

  private final Store store;
  private final TimeSource time;
  private final LongSupplier clock;
  private final Outage outage;
  private final Circuits circuits;
  private final FailureFallback fallback;
  private final Reconciliation reconciliation;

  /** Creates a guard of a store, which is closed with it; the scheduler must outlive the guard. */
  public Guard(
      Store store,
      GuardSettings settings,
      Nodes nodes,
      TimeSource time,
      Scheduler scheduler,
      GuardListener listener) {
    this(store, settings, nodes, time, time::nanos, scheduler, listener);
  }

  /**
   * Creates a guard of a store.
   *
   * @param clock measures how long answers take, in nanoseconds
   */
  Guard(
      Store store,
      GuardSettings settings,
      Nodes nodes,
      TimeSource time,
      LongSupplier clock,
      Scheduler scheduler,
      GuardListener listener) {
    super(store);
    this.store = store;
    this.time = time;
    this.clock = clock;
    outage = new Outage(settings.memory());
    circuits =
        new Circuits(
            store.places(),
            listener,
            place ->
                new Breaker(
                    place.isEmpty() ? "store" : place,
                    settings,
                    time,
                    clock,
                    scheduler,
                    listener.at(place),
                    number -> tryOut(place, number)));
    LateAnswers lateAnswers = new LateAnswers(this::giveBack);
    fallback = new FailureFallback(outage, new NodeShares(nodes), lateAnswers, listener);
    reconciliation = new Reconciliation(store, outage, circuits, time, clock, scheduler, listener);
  }

  /** Sends a charge as a trial, because a store may be able to read but not to write. */
  private CompletionStage<Verdicts> tryOut(String place, int number) {
    String subject = store.places().subject(place, number);
    if (subject == null) {
      circuits.drop(place);
      return CompletableFuture.failedFuture(
          new StoreUnavailableException("store: " + place + " no longer exists"));
    }
    Charges charges = new Charges().start(time.nanos());
    charges.add(Key.of("throttlex|trial=" + number, subject), 0, TRIALS, 1);
    return Failures.caught(() -> store.decide(charges));
  }

  /** Returns the state of the circuit; of several places, the state furthest from closed. */
  public BreakerState state() {
    return circuits.worst();
  }

  /** Returns the state of the circuit of each place, by its name. */
  public Map<String, BreakerState> states() {
    Map<String, BreakerState> states = new TreeMap<>();
    circuits.all().forEach((place, breaker) -> states.put(place, breaker.state()));
    return states;
  }

  /** Returns the units that this node admitted in fallback and the store does not have yet. */
  Discrepancy discrepancy() {
    return reconciliation.discrepancy();
  }

  /** Returns why a place is not called: its own error message if there is one. */
  String reason(String place) {
    Breaker breaker = circuits.all().get(place);
    return breaker == null ? place + " no longer exists" : breaker.reason();
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    if (charges.size() == 0) {
      return charges.verdicts().stage();
    }
    Circuit circuit = circuits.of(charges);
    if (!circuit.isClosed()) {
      return fallBack(charges, circuit, null).stage();
    }
    long since = clock.getAsLong();
    CompletableFuture<Verdicts> decided;
    try {
      decided = store.decide(charges).toCompletableFuture();
    } catch (StoreUnavailableException e) {
      decided = CompletableFuture.failedFuture(e);
    }
    if (decided.isDone() && !decided.isCompletedExceptionally()) {
      circuit.succeeded(since);
      return decided;
    }
    return decided.handle((answer, failure) -> decided(charges, circuit, since, answer, failure));
  }

  private Verdicts decided(
      Charges charges, Circuit circuit, long since, Verdicts answer, @Nullable Throwable failure) {
    if (failure == null) {
      circuit.succeeded(since);
      return answer;
    }
    if (Failures.isUnavailable(failure)) {
      circuit.failed(since, failure);
      return fallBack(charges, circuit, LateAnswerException.of(failure));
    }
    throw rethrown(failure);
  }

  private void giveBack(String reservation) {
    settleThere(reservation, 0, time.nanos());
  }

  private Verdicts fallBack(Charges charges, Circuit circuit, @Nullable LateAnswerException late) {
    Verdicts verdicts = fallback.decide(charges, circuit.waitNanos(), late);
    if (!outage.isOver()) {
      reconciliation.due();
    }
    return verdicts;
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    CompletionStage<Settlement> here = outage.counters().settle(reservation, cost, now);
    if (here.toCompletableFuture().join() == Settlement.UNKNOWN) {
      return outage.settlements().has(reservation)
          ? CompletableFuture.completedFuture(Settlement.ALREADY_SETTLED)
          : settleThere(reservation, cost, now);
    }
    String moved = outage.slots().givenBack(reservation);
    if (moved != null) {
      settleThere(moved, AS_CHARGED, now);
    }
    return here;
  }

  private CompletionStage<Settlement> settleThere(String reservation, long cost, long now) {
    Circuit circuit = circuits.ofReservation(reservation);
    if (!circuit.isClosed() && circuit.isPartlyClosed()) {
      // the available places are settled now; later, when all are available, this has no effect
      // there
      var unused = Failures.caught(() -> store.settle(reservation, cost, now));
    }
    return ask(
        circuit,
        () -> store.settle(reservation, cost, now),
        failure -> CompletableFuture.completedFuture(keep(reservation, cost)));
  }

  private Settlement keep(String reservation, long cost) {
    Settlement kept = outage.settlements().keep(reservation, cost, time.nanos());
    reconciliation.due();
    return kept;
  }

  /**
   * Extends a reservation where it was made. In fallback, the reservation of a store cannot be
   * extended, because only the store knows its charges.
   */
  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    Verdicts here = outage.counters().extend(reservation, cost, now).toCompletableFuture().join();
    if (here != null) {
      here.degraded();
      return CompletableFuture.completedFuture(here);
    }
    return ask(
        circuits.ofReservation(reservation),
        () -> store.extend(reservation, cost, now),
        CompletableFuture::failedFuture);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return ask(
        circuits.of(key),
        () -> store.inspect(key, index, now),
        failure -> outage.counters().inspect(key, index, now));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return ask(
            circuits.of(key), () -> store.reset(key, index, now), CompletableFuture::failedFuture)
        .thenApply(known -> resetHere(key, index, now) || known);
  }

  private boolean resetHere(Key key, int index, long now) {
    outage.ledger().remove(key, index);
    return outage.counters().reset(key, index, now).toCompletableFuture().join();
  }

  /** Calls the store; uses the alternative if the store is unavailable. */
  private <T> CompletionStage<T> ask(
      Circuit circuit,
      Supplier<CompletionStage<T>> question,
      Function<Throwable, CompletionStage<T>> instead) {
    if (!circuit.isClosed()) {
      return instead.apply(
          new StoreUnavailableException("store: circuit open (" + circuit.reason() + ")"));
    }
    long since = clock.getAsLong();
    return Failures.caught(question)
        .handle(
            (answer, failure) -> {
              if (failure == null) {
                circuit.succeeded(since);
                return CompletableFuture.completedFuture(answer);
              }
              if (!Failures.isUnavailable(failure)) {
                throw rethrown(failure);
              }
              circuit.failed(since, failure);
              return instead.apply(Failures.cause(failure));
            })
        .thenCompose(Function.identity());
  }

  private static CompletionException rethrown(Throwable failure) {
    return failure instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(failure);
  }

  /** Closes the store. */
  @Override
  public void close() {
    circuits.end();
    reconciliation.close();
    super.close();
  }
}
