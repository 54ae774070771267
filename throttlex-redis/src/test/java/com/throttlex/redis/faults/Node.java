package com.throttlex.redis.faults;

import com.throttlex.SystemTime;
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
import com.throttlex.redis.LiveNodes;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisStore;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A node: all that stands between a caller and Redis, put together as a server does it. */
final class Node implements AutoCloseable {
  /** How long a store may take unless it is said otherwise. */
  static final Duration TIMEOUT = Duration.ofMillis(50);

  /** Long enough for a machine that is busy with other things. */
  static final Duration PATIENT = Duration.ofSeconds(5);

  private static final Duration CONNECTED = Duration.ofSeconds(20);
  private static final long HANGS_SECONDS = 15;
  private static final Limit PROBES = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1s"));

  private final Redis redis;
  private final LateScheduler scheduler = new LateScheduler("node");
  private final Events events = new Events();
  private final TimeSource time;
  private final Guard guard;
  private final Leases leases;
  private final Store store;

  private Node(
      String url,
      Duration timeout,
      int nodes,
      long seed,
      TimeSource time,
      UnaryOperator<Store> between) {
    this.time = time;
    redis = Redis.open(url);
    Store gathered =
        new Coalescer(RedisStore.on(redis), CoalescerSettings.of(timeout), time, scheduler);
    guard = new Guard(gathered, GuardSettings.of(timeout), () -> nodes, time, scheduler, events);
    leases = new Leases(between.apply(guard), () -> nodes, time, scheduler, new Random(seed));
    store = new DenyCache(leases, time);
  }

  /** A node with the usual timeout that believes to be one of so many. */
  static Node of(String url, int nodes) {
    return new Node(url, TIMEOUT, nodes, 1, new SystemTime(), UnaryOperator.identity());
  }

  /** A node for which no store is too slow. */
  static Node patient(String url, int nodes, TimeSource time) {
    return patient(url, nodes, time, UnaryOperator.identity());
  }

  /** The same with something between what leases and what guards. */
  static Node patient(String url, int nodes, TimeSource time, UnaryOperator<Store> between) {
    String patient = url + "?timeout=" + PATIENT.toSeconds() + "s";
    return new Node(patient, PATIENT, nodes, System.nanoTime(), time, between);
  }

  /** Waits for the connection before anything is asked, as what fails before would count. */
  Node connected() {
    LiveNodes beats = new LiveNodes(redis, "node");
    Await.until(CONNECTED, "a connection", () -> succeeds(beats.beat()));
    awaitShared(CONNECTED);
    return this;
  }

  private static boolean succeeds(CompletionStage<?> stage) {
    return stage.handle((done, failure) -> failure == null).toCompletableFuture().join();
  }

  /** Waits until Redis decides; returns how many milliseconds that took. */
  double awaitShared(Duration atMost) {
    return Await.until(
        atMost,
        "decisions by Redis",
        () ->
            guard.state() == BreakerState.CLOSED
                && !ask("probe", PROBES, Sync.STRICT, FailureMode.LOCAL).degraded());
  }

  BreakerState state() {
    return guard.state();
  }

  Events events() {
    return events;
  }

  Store store() {
    return store;
  }

  /** How late the machine has let this node's own work be, in milliseconds. */
  double worstLagMillis() {
    return scheduler.worstMillis();
  }

  /** Asks for one unit, under a strict rule that falls back to this node's share. */
  Answer ask(String subject, Limit limit) {
    return ask(subject, limit, Sync.STRICT, FailureMode.LOCAL);
  }

  /** Asks for one unit. */
  Answer ask(String subject, Limit limit, Sync sync, FailureMode mode) {
    Charges charges = request();
    charges.add(key(subject), 0, limit, 1, 0, new Terms(false, 0, sync, mode));
    return ask(subject, charges);
  }

  /** A request of this moment, to be filled. */
  Charges request() {
    return new Charges().start(time.nanos());
  }

  /** Asks for what the charges say. */
  Answer ask(String subject, Charges charges) {
    AtomicLong answeredAt = new AtomicLong();
    long askedAt = System.nanoTime();
    Throwable failure = failure(decided(charges, answeredAt));
    long nanos = answeredAt.get() - askedAt;
    boolean admitted = failure == null && charges.admitted();
    return new Answer(
        subject, admitted, charges.isDegraded(), charges.now(), askedAt, nanos, failure);
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
  static Key key(String subject) {
    return Key.of("rule|user=" + subject, subject);
  }

  /** Returns all leases. */
  void returnLeases() {
    leases.returnAll().toCompletableFuture().join();
  }

  @Override
  public void close() {
    store.close();
    scheduler.close();
    redis.close();
  }
}
