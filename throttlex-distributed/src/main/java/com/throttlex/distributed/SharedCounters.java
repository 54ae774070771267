package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnusableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counters in one place that this node shares with others, and which may be away.
 *
 * <p>The other nodes have to be told of this one every second: either by whoever calls {@link
 * #beat}, or by itself after {@link #keepBeating}. It leaves them when {@link #store} is closed.
 */
public final class SharedCounters {
  private static final Logger LOG = LoggerFactory.getLogger(SharedCounters.class);

  /** How long a start waits for the store before it goes on without. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long RESERVED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A warm-up has at most so many rounds, and ends when several in a row were quick. */
  private static final int ROUNDS = 50;

  private static final int QUICK_ROUNDS = 5;
  private static final int QUESTIONS = 16;
  private static final Limit WARM_UP = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1000/1s"));

  private final String name;
  private final SharedStore store;
  private final Pulse pulse;
  private final Notes notes;
  private final TimeSource time;
  private final long quickNanos;

  /**
   * Puts everything around a remote store, which is closed with {@link #store}.
   *
   * @param name the place as users know it, such as Redis
   * @param timeout how long at most to wait for the remote store
   * @param pulse this node's heartbeat in the remote store
   * @param notes what the nodes note in the same place
   * @param listener is told what happens while the remote store cannot decide
   */
  public SharedCounters(
      String name,
      BatchStore remote,
      Duration timeout,
      Pulse pulse,
      Notes notes,
      TimeSource time,
      GuardListener listener) {
    this(name, remote, timeout, pulse, notes, time, listener, MemoryBudget.ofThisProcess());
  }

  /**
   * Puts everything around one of several remote stores.
   *
   * @param memory what this node's counters may take while the remote store does not answer
   */
  public SharedCounters(
      String name,
      BatchStore remote,
      Duration timeout,
      Pulse pulse,
      Notes notes,
      TimeSource time,
      GuardListener listener,
      MemoryBudget memory) {
    this.name = name;
    this.pulse = pulse;
    this.notes = notes;
    this.time = time;
    quickNanos = timeout.toNanos() / 4;
    store = new SharedStore(remote, timeout, pulse, time, listener, memory);
  }

  /** The place as users know it. */
  public String name() {
    return name;
  }

  /** The counters; closing them says farewell to the other nodes and closes the remote store. */
  public Store store() {
    return store;
  }

  /** What the nodes that share the counters note for each other; of no use once they are closed. */
  public Notes notes() {
    return notes;
  }

  /**
   * Waits a moment for the store, and says whether it answers.
   *
   * @param clock may be another than that of the decisions, which a test may hold still
   * @param start when the waiting has begun, by that clock
   * @param busy whether the store has answered something and works on it, so that waiting goes on
   * @throws IllegalArgumentException when waiting will not help
   */
  public boolean isAnswering(TimeSource clock, long start, BooleanSupplier busy) {
    while (!isBeaten(PATIENCE_NANOS - (clock.nanos() - start))) {
      requireUsable(pulse.failure());
      boolean over = clock.nanos() - start > PATIENCE_NANOS && !busy.getAsBoolean();
      if (over || !isPatient(clock)) {
        return false;
      }
    }
    warmUp(clock, start);
    return true;
  }

  /**
   * Takes the whole path many times, until it is quick, so that the first request does not find it
   * cold; then waits until the circuit is closed, should it have opened meanwhile.
   */
  private void warmUp(TimeSource clock, long start) {
    int quick = 0;
    for (int round = 0; round < ROUNDS && quick < QUICK_ROUNDS; round++) {
      long began = clock.nanos();
      boolean answered = isAnswered();
      quick = answered && clock.nanos() - began < quickNanos ? quick + 1 : 0;
    }
    forget();
    while (store.state() != BreakerState.CLOSED
        && clock.nanos() - start < 2 * PATIENCE_NANOS
        && isPatient(clock)) {}
  }

  /** Logs that the store does not answer, and what that means. */
  public void warn() {
    LOG.warn("store: {}; using on-store-failure until it answers", silence());
  }

  /** That the store does not answer, and why. */
  public String silence() {
    Throwable failure = pulse.failure();
    String reason =
        failure == null
            ? "no answer within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s"
            : failure.getMessage();
    return name + " is not reachable (" + reason + ")";
  }

  /** Beats; false also when there is no answer yet, as a pool may wait long for a connection. */
  private boolean isBeaten(long patienceNanos) {
    return pulse
        .beat()
        .toCompletableFuture()
        .copy()
        .completeOnTimeout(false, patienceNanos, TimeUnit.NANOSECONDS)
        .join();
  }

  private static void requireUsable(@Nullable Throwable failure) {
    if (failure instanceof StoreUnusableException) {
      throw new IllegalArgumentException("store: " + failure.getMessage(), failure);
    }
  }

  /** Waits a little; false when somebody wants this thread to end. */
  private static boolean isPatient(TimeSource clock) {
    try {
      clock.sleep(PAUSE_NANOS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Charges and settles several keys at once; returns whether the store decided all. */
  private boolean isAnswered() {
    List<CompletableFuture<Boolean>> asked = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      Charges charges = new Charges().start(time.nanos());
      charges.add(warmUpKey(i), 0, WARM_UP, 1);
      charges.reserve(UUID.randomUUID().toString(), RESERVED_NANOS);
      asked.add(
          store
              .decide(charges)
              .thenCompose(
                  decided -> store.settle(String.valueOf(charges.reservation()), 0, time.nanos()))
              .handle((settled, failure) -> failure == null && !charges.isDegraded())
              .toCompletableFuture());
    }
    return asked.stream().allMatch(CompletableFuture::join);
  }

  private static Key warmUpKey(int number) {
    String name = "warm-up-" + number;
    return Key.of("throttlex|" + name, name);
  }

  /** Leaves no counter of the warm-up in the store. */
  private void forget() {
    for (int i = 0; i < QUESTIONS; i++) {
      Key key = warmUpKey(i);
      Failures.caught(() -> store.reset(key, 0, time.nanos()))
          .handle((done, failure) -> failure == null)
          .toCompletableFuture()
          .join();
    }
  }

  /**
   * Tells the other nodes of this one, and says whether the store has answered; to be called every
   * second.
   */
  public CompletionStage<Boolean> beat() {
    return pulse.beat();
  }

  /** Beats now and every second from now on, by itself, until {@link #store} is closed. */
  public void keepBeating() {
    var unused = beat();
    store.scheduler().after(BEAT_NANOS, this::keepBeating);
  }

  /** How many nodes share the store, this one included. */
  public int live() {
    return pulse.seen();
  }

  /** Whether the store is asked, as users read it; of several places, the worst. */
  public String breaker() {
    return text(store.state());
  }

  /** Whether each place of the store is asked, by its name; empty when it has only one. */
  public Map<String, String> breakers() {
    Map<String, String> breakers = new TreeMap<>();
    store.states().forEach((place, state) -> breakers.put(place, text(state)));
    breakers.remove("");
    return breakers;
  }

  private static String text(BreakerState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** What is wrong; empty when nothing is. */
  public String problem() {
    Throwable failure = pulse.failure();
    List<String> places = new ArrayList<>();
    store
        .states()
        .forEach(
            (place, state) -> {
              if (state != BreakerState.CLOSED && !place.isEmpty()) {
                places.add(failing(place, store.reason(place)));
              }
            });
    if (!places.isEmpty()) {
      return String.join("; ", places);
    } else if (failure != null) {
      return failing(name, String.valueOf(failure.getMessage()));
    }
    return store.state() == BreakerState.CLOSED ? "" : failing(name, store.reason(""));
  }

  private static String failing(String place, String reason) {
    return place + " failing (" + reason + "); using on-store-failure";
  }
}
