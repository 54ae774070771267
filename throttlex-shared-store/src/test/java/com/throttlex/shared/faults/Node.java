package com.throttlex.shared.faults;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProviders;
import com.throttlex.shared.BreakerState;
import com.throttlex.shared.Coalescer;
import com.throttlex.shared.CoalescerSettings;
import com.throttlex.shared.DenyCache;
import com.throttlex.shared.Guard;
import com.throttlex.shared.GuardSettings;
import com.throttlex.shared.Leases;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
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

/** A node: all layers between a caller and a shared store, combined as in a server. */
public final class Node implements AutoCloseable {
  /** A timeout that is long enough for a busy machine. */
  private static final Duration PATIENT = Duration.ofSeconds(5);

  private static final Duration UNHURRIED = Duration.ofMillis(500);

  private static final Duration CALM = Duration.ofSeconds(2);
  private static final Duration CONNECTED = Duration.ofSeconds(20);
  private static final long HANGS_SECONDS = 15;
  private static final Limit PROBES = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1s"));

  private final StoreConnection connection;
  private final LateScheduler scheduler = new LateScheduler("node");
  private final Events events = new Events();
  private final TimeSource time;
  private final Guard guard;
  private final Leases leases;
  private final Store store;

  /**
   * Creates a node, which closes the connection.
   *
   * @param remote the counters of the connection
   * @param nodes the number of nodes that it counts
   * @param between the layer between the leases and the guard
   */
  public Node(
      BatchStore remote,
      StoreConnection connection,
      int nodes,
      TimeSource time,
      UnaryOperator<Store> between) {
    this.connection = connection;
    this.time = time;
    Random random = new Random(System.nanoTime());
    Duration timeout = connection.timeout();
    Store gathered = new Coalescer(remote, CoalescerSettings.of(timeout), time, scheduler);
    guard = new Guard(gathered, GuardSettings.of(timeout), () -> nodes, time, scheduler, events);
    leases = new Leases(between.apply(guard), () -> nodes, time, scheduler, random);
    store = new DenyCache(leases, time);
    awaitShared(CONNECTED);
  }

  /** Creates a node with the usual timeout of the store. */
  public static Node of(String url, int nodes) {
    return node(url, null, nodes, new SystemTime(), UnaryOperator.identity());
  }

  /** Creates a node with a timeout that holds even on a busy machine. */
  public static Node unhurried(String url) {
    return node(url, UNHURRIED, 1, new SystemTime(), UnaryOperator.identity());
  }

  /** Creates a node for which the store never times out. */
  public static Node patient(String url, int nodes, TimeSource time) {
    return patient(url, nodes, time, UnaryOperator.identity());
  }

  /** Creates such a node with a layer between the leases and the guard. */
  public static Node patient(String url, int nodes, TimeSource time, UnaryOperator<Store> between) {
    return node(url, PATIENT, nodes, time, between);
  }

  private static Node node(
      String url,
      @Nullable Duration timeout,
      int nodes,
      TimeSource time,
      UnaryOperator<Store> between) {
    StoreConnection connection = connect(url, timeout);
    return new Node(connection.counters(), connection, nodes, time, between);
  }

  /**
   * Connects to the store of a URL, and waits until it answers. What fails before would count
   * against the store.
   *
   * @param timeout the timeout of decisions, or null for the default of the store
   */
  public static StoreConnection connect(String url, @Nullable Duration timeout) {
    StoreConnection connection =
        StoreProviders.onClasspath().find(url).orElseThrow().open(url, timeout);
    Await.until(CONNECTED, "a connection", () -> succeeds(connection.heartbeat().beat()));
    return connection;
  }

  private static boolean succeeds(CompletionStage<?> stage) {
    return stage.handle((done, failure) -> failure == null).toCompletableFuture().join();
  }

  /** Returns the timeout of the store. */
  public Duration timeout() {
    return connection.timeout();
  }

  /** Waits until the store decides; returns how many milliseconds that took. */
  public double awaitShared(Duration atMost) {
    return MachineTime.of(
        () ->
            Await.until(
                atMost,
                "decisions by the store",
                () ->
                    guard.state() == BreakerState.CLOSED
                        && !ask("probe", PROBES, Sync.STRICT, FailureMode.LOCAL).degraded()));
  }

  public BreakerState state() {
    return guard.state();
  }

  /** Returns the state of the circuit of each place, by its name. */
  public Map<String, BreakerState> states() {
    return guard.states();
  }

  /**
   * Returns whether the circuit is closed and has been for two seconds, because on a busy machine a
   * store may seem to fail before it does.
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

  /** Returns the largest delay of this node's tasks by the machine, in milliseconds. */
  public double worstLagMillis() {
    return scheduler.worstMillis();
  }

  /** Requests one unit, under a strict rule with {@code on-store-failure: local}. */
  public Answer ask(String subject, Limit limit) {
    return ask(subject, limit, Sync.STRICT, FailureMode.LOCAL);
  }

  /** Requests one unit. */
  public Answer ask(String subject, Limit limit, Sync sync, FailureMode mode) {
    Charges charges = request();
    charges.add(key(subject), 0, limit, 1, 0, new Terms(false, 0, sync, mode));
    return ask(subject, charges);
  }

  /** Returns an empty request of this moment. */
  public Charges request() {
    return new Charges().start(time.nanos());
  }

  /** Decides the charges. */
  public Answer ask(String subject, Charges charges) {
    AtomicLong answeredAt = new AtomicLong();
    long askedAt = System.nanoTime();
    CompletionStage<Verdicts> decided = decided(charges, answeredAt);
    boolean waited = !decided.toCompletableFuture().isDone();
    Throwable failure = failure(decided);
    long nanos = answeredAt.get() - askedAt;
    Verdicts answer =
        failure == null ? decided.toCompletableFuture().join() : new Verdicts(charges);
    boolean admitted = failure == null && answer.admitted();
    return new Answer(
        subject,
        admitted,
        answer.isDegraded(),
        answer.now(),
        askedAt,
        nanos,
        waited,
        failure,
        answer.reservation());
  }

  /**
   * Records the time of the answer on the answering thread, because a caller may wake up much
   * later.
   */
  private CompletionStage<Verdicts> decided(Charges charges, AtomicLong answeredAt) {
    return store.decide(charges).whenComplete((done, failure) -> answeredAt.set(System.nanoTime()));
  }

  private static @Nullable Throwable failure(CompletionStage<Verdicts> decided) {
    try {
      decided.toCompletableFuture().get(HANGS_SECONDS, TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException | CompletionException e) {
      return e.getCause();
    } catch (TimeoutException | InterruptedException e) {
      return e;
    }
  }

  /** Returns the key of a subject; all subjects have one rule. */
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
    connection.close();
  }
}
