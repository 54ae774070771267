package com.throttlex.distributed.faults;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.distributed.BreakerState;
import com.throttlex.distributed.Coalescer;
import com.throttlex.distributed.CoalescerSettings;
import com.throttlex.distributed.DenyCache;
import com.throttlex.distributed.Guard;
import com.throttlex.distributed.GuardSettings;
import com.throttlex.distributed.Leases;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node: all that stands between a caller and a shared store, put together as a server does it.
 */
public final class Node implements AutoCloseable {
  /** Long enough for a machine that is busy with other things. */
  public static final Duration PATIENT = Duration.ofSeconds(5);

  private static final Duration CALM = Duration.ofSeconds(2);
  private static final Duration CONNECTED = Duration.ofSeconds(20);
  private static final long HANGS_SECONDS = 15;
  private static final Limit PROBES = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1s"));

  private final Runnable end;
  private final LateScheduler scheduler = new LateScheduler("node");
  private final Events events = new Events();
  private final TimeSource time;
  private final Guard guard;
  private final Leases leases;
  private final Store store;

  /**
   * Puts a node together.
   *
   * @param timeout how long the store may take
   * @param nodes of how many it believes to be one
   * @param between what stands between what leases and what guards
   * @param end ends what the store stands on
   */
  public Node(
      BatchStore remote,
      Duration timeout,
      int nodes,
      TimeSource time,
      UnaryOperator<Store> between,
      Runnable end) {
    this.time = time;
    this.end = end;
    Random random = new Random(System.nanoTime());
    Store gathered = new Coalescer(remote, CoalescerSettings.of(timeout), time, scheduler);
    guard = new Guard(gathered, GuardSettings.of(timeout), () -> nodes, time, scheduler, events);
    leases = new Leases(between.apply(guard), () -> nodes, time, scheduler, random);
    store = new DenyCache(leases, time);
  }

  /** Waits until the store decides. */
  public Node connected() {
    awaitShared(CONNECTED);
    return this;
  }

  /** Waits until the store decides; returns how many milliseconds that took. */
  public double awaitShared(Duration atMost) {
    return Await.until(
        atMost,
        "decisions by the store",
        () ->
            guard.state() == BreakerState.CLOSED
                && !ask("probe", PROBES, Sync.STRICT, FailureMode.LOCAL).degraded());
  }

  public BreakerState state() {
    return guard.state();
  }

  /** Whether each place of the store is asked, by its name. */
  public Map<String, BreakerState> states() {
    return guard.states();
  }

  /**
   * Returns whether the circuit is closed and has been for two seconds: to a busy machine a store
   * may seem to fail before it does.
   */
  public boolean isCalm() {
    return state() == BreakerState.CLOSED
        && events.openings(System.nanoTime() - CALM.toNanos()) == 0;
  }

  public Events events() {
    return events;
  }

  public Store store() {
    return store;
  }

  /** How late the machine has let this node's own work be, in milliseconds. */
  public double worstLagMillis() {
    return scheduler.worstMillis();
  }

  /** Asks for one unit, under a strict rule that falls back to this node's share. */
  public Answer ask(String subject, Limit limit) {
    return ask(subject, limit, Sync.STRICT, FailureMode.LOCAL);
  }

  /** Asks for one unit. */
  public Answer ask(String subject, Limit limit, Sync sync, FailureMode mode) {
    Charges charges = request();
    charges.add(key(subject), 0, limit, 1, 0, new Terms(false, 0, sync, mode));
    return ask(subject, charges);
  }

  /** A request of this moment, to be filled. */
  public Charges request() {
    return new Charges().start(time.nanos());
  }

  /** Asks for what the charges say. */
  public Answer ask(String subject, Charges charges) {
    AtomicLong answeredAt = new AtomicLong();
    long askedAt = System.nanoTime();
    CompletionStage<Void> decided = decided(charges, answeredAt);
    boolean waited = !decided.toCompletableFuture().isDone();
    Throwable failure = failure(decided);
    long nanos = answeredAt.get() - askedAt;
    boolean admitted = failure == null && charges.admitted();
    return new Answer(
        subject, admitted, charges.isDegraded(), charges.now(), askedAt, nanos, waited, failure);
  }

  /** The moment of the answer is noted by who gives it: a caller may be woken much later. */
  private CompletionStage<Void> decided(Charges charges, AtomicLong answeredAt) {
    return store.decide(charges).whenComplete((done, failure) -> answeredAt.set(System.nanoTime()));
  }

  private static @Nullable Throwable failure(CompletionStage<Void> decided) {
    try {
      decided.toCompletableFuture().get(HANGS_SECONDS, TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException | CompletionException e) {
      return e.getCause();
    } catch (TimeoutException | InterruptedException e) {
      return e;
    }
  }

  /** The key of a subject; all subjects are of one rule. */
  public static Key key(String subject) {
    return Key.of("rule|user=" + subject, subject);
  }

  /** Returns all leases. */
  public void returnLeases() {
    leases.returnAll().toCompletableFuture().join();
  }

  @Override
  public void close() {
    store.close();
    scheduler.close();
    end.run();
  }
}
