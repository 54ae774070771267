package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.provider.Heartbeat;
import com.throttlex.provider.StoreConnection;
import com.throttlex.store.BatchStore;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnusableException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counters of a store that nodes share and that may be unavailable.
 *
 * <p>Recent denials are repeated here, leased units are used here, and the other requests go out in
 * batches. While the store fails, {@code on-store-failure} of each rule applies.
 *
 * <p>The node needs a heartbeat every second: the owner calls {@link #beat}, or once {@link
 * #keepBeating}. Closing the store removes the node.
 */
public final class SharedStore extends ForwardingStore {
  private static final Logger LOG = LoggerFactory.getLogger(SharedStore.class);

  /** How long a start waits for a store that fails before it continues without it. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * How long a start waits for a store that neither answers nor fails. On a busy machine, first
   * connections take seconds, and a node that continues without the store admits more than it may.
   */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(6);

  private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final SchedulerThread scheduler;
  private final AtomicBoolean warned = new AtomicBoolean();
  private final String name;
  private final StoreConnection connection;
  private final TimeSource time;
  private final Pulse pulse;
  private final Guard guard;
  private final Leases leases;
  private volatile Discrepancy discrepancy = Discrepancy.NONE;

  /**
   * Builds everything around the counters of a connection, which are closed with this store.
   *
   * @param name the store as messages name it
   */
  public SharedStore(String name, StoreConnection connection, SharedSettings settings) {
    this(name, connection, settings, Layers.around(connection, settings));
  }

  private SharedStore(
      String name, StoreConnection connection, SharedSettings settings, Layers layers) {
    super(layers.outermost);
    this.name = name;
    this.connection = connection;
    time = settings.time();
    pulse = layers.pulse;
    scheduler = layers.scheduler;
    guard = layers.guard;
    leases = layers.leases;
  }

  /** The layers around the counters of a connection. */
  private record Layers(
      Pulse pulse, SchedulerThread scheduler, Guard guard, Leases leases, Store outermost) {
    static Layers around(StoreConnection connection, SharedSettings settings) {
      SchedulerThread scheduler = new SchedulerThread("throttlex-store");
      TimeSource time = settings.time();
      Heartbeat heart = connection.heartbeat();
      Pulse pulse = new Pulse(heart::beat, heart::live, heart::leave, settings.expectedNodes());
      BatchStore remote = connection.counters();
      Duration timeout = connection.timeout();
      LagClock clock = new LagClock(time, remote::afterReading);
      CoalescerSettings batches = CoalescerSettings.of(timeout);
      Store coalescer = new Coalescer(remote, batches, time, scheduler, clock);
      GuardSettings guarding = GuardSettings.of(timeout, settings);
      Guard guard =
          new Guard(coalescer, guarding, pulse, time, clock::nanos, scheduler, settings.listener());
      Leases leases = new Leases(guard, pulse, time, scheduler, new SecureRandom());
      return new Layers(pulse, scheduler, guard, leases, new DenyCache(leases, time));
    }
  }

  /** Returns the store as messages name it. */
  public String name() {
    return name;
  }

  /** Returns the notes that nodes share; of no use after this store is closed. */
  public Notes notes() {
    return connection.notes();
  }

  /**
   * Waits some seconds for the store; returns whether it answers. If so, the connection is warmed
   * up and, unless that takes too long, the circuit is closed.
   *
   * @param clock the clock of the wait; a test may stop the clock of decisions
   * @param start when the wait began, by that clock
   * @param busy whether the store was reached and is being prepared, so that the wait goes on
   * @throws IllegalArgumentException if a longer wait cannot help
   */
  public boolean isAnswering(TimeSource clock, long start, BooleanSupplier busy) {
    while (!isBeaten(SILENCE_NANOS - (clock.nanos() - start))) {
      requireUsable(pulse.failure());
      boolean over = clock.nanos() - start > patienceNanos() && !busy.getAsBoolean();
      if (over || !isPatient(clock)) {
        return false;
      }
    }
    new StoreWarmUp(this, time).run(clock, connection.timeout().toNanos() / 4);
    while (guard.state() != BreakerState.CLOSED
        && clock.nanos() - start < PATIENCE_NANOS + SILENCE_NANOS
        && isPatient(clock)) {}
    return true;
  }

  private long patienceNanos() {
    return pulse.failure() == null ? SILENCE_NANOS : PATIENCE_NANOS;
  }

  /**
   * Sends a heartbeat; returns false also if there is no answer yet, as a pool may still connect.
   */
  private boolean isBeaten(long patienceNanos) {
    return beat()
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

  /** Waits a little; returns false if the thread is interrupted. */
  private static boolean isPatient(TimeSource clock) {
    try {
      clock.sleep(PAUSE_NANOS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Logs that the store is not reachable, and what that means for requests. */
  public void warn() {
    LOG.warn("store: {}; using on-store-failure until it answers", silence());
  }

  /** Returns the message that the store is not reachable, with the reason. */
  public String silence() {
    Throwable failure = pulse.failure();
    String reason =
        failure == null
            ? "no answer within " + TimeUnit.NANOSECONDS.toSeconds(SILENCE_NANOS) + " s"
            : failure.getMessage();
    return name + " is not reachable (" + reason + ")";
  }

  /** Sends a heartbeat; returns whether the store answered. To be called every second. */
  public CompletionStage<Boolean> beat() {
    discrepancy = leases.discrepancy().plus(guard.discrepancy());
    CompletionStage<Boolean> beaten = pulse.beat();
    var unused = beaten.thenAccept(this::logWarnings);
    return beaten;
  }

  /** Logs the wrong settings of the store once. */
  private void logWarnings(boolean answered) {
    if (answered && !warned.getAndSet(true)) {
      var unused =
          connection
              .warnings()
              .whenComplete(
                  (warnings, failure) -> {
                    warned.set(failure == null);
                    if (failure == null) {
                      warnings.forEach(warning -> LOG.warn("store: {}", warning));
                    }
                  });
    }
  }

  /** Sends heartbeats now and every second, until this store is closed. */
  public void keepBeating() {
    var unused = beat();
    scheduler.after(BEAT_NANOS, this::keepBeating);
  }

  /** Returns how many nodes share the store, this one included. */
  public int live() {
    return pulse.seen();
  }

  /**
   * Returns the state of the circuit breaker; of several places, the state furthest from closed.
   */
  public String breaker() {
    return text(guard.state());
  }

  /**
   * Returns the part of the circuits that are open, from 0 to 1; a half-open one counts half. Of
   * several places, only those that were called have a circuit.
   */
  public double openPart() {
    return guard.states().values().stream().mapToDouble(SharedStore::openPart).average().orElse(0);
  }

  private static double openPart(BreakerState state) {
    return switch (state) {
      case CLOSED -> 0;
      case HALF_OPEN -> 0.5;
      case OPEN -> 1;
    };
  }

  /** Returns how the counts of this node and of the store differed at the last heartbeat. */
  public Discrepancy discrepancy() {
    return discrepancy;
  }

  /**
   * Returns the nodes, the discrepancy, and the states of the circuit breakers, by names that users
   * read.
   */
  public Map<String, Object> details() {
    Map<String, String> breakers = new TreeMap<>();
    guard.states().forEach((place, state) -> breakers.put(place, text(state)));
    breakers.remove("");
    Map<String, Object> details =
        new TreeMap<>(Map.of("nodes", live(), "discrepancy", discrepancy.details()));
    if (breakers.isEmpty()) {
      details.put("breaker", breaker());
    } else {
      details.put("breakers", breakers);
    }
    return details;
  }

  private static String text(BreakerState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Returns why the store fails, and what that means for requests; empty if it does not. */
  public String problem() {
    List<String> places = new ArrayList<>();
    guard
        .states()
        .forEach(
            (place, state) -> {
              if (state != BreakerState.CLOSED && !place.isEmpty()) {
                places.add(failing(place, guard.reason(place)));
              }
            });
    Throwable failure = pulse.failure();
    if (!places.isEmpty()) {
      return String.join("; ", places);
    } else if (failure != null) {
      return failing(name, String.valueOf(failure.getMessage()));
    }
    return guard.state() == BreakerState.CLOSED ? "" : failing(name, guard.reason(""));
  }

  private static String failing(String place, String reason) {
    return place + " failing (" + reason + "); using on-store-failure";
  }

  /** Removes this node, returns leased units, and closes the counters of the connection. */
  @Override
  public void close() {
    pulse.leave();
    super.close();
    scheduler.close();
  }
}
