package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A remote store made fast and safe: known denials are repeated here, leased units are used up
 * here, what is left goes out in batches, and while nobody answers the rules' failure modes hold.
 */
public final class SharedStore implements Store {
  private final SchedulerThread scheduler = new SchedulerThread("throttlex-store");
  private final Nodes nodes;
  private final Guard guard;
  private final Store store;

  /**
   * Puts everything around a remote store, which is closed with this object.
   *
   * @param timeout how long at most to wait for the remote store
   * @param nodes those that share the remote store; this one leaves them when it is closed
   */
  public SharedStore(
      BatchStore remote, Duration timeout, Nodes nodes, TimeSource time, GuardListener listener) {
    this(remote, timeout, nodes, time, listener, MemoryBudget.ofThisProcess());
  }

  /**
   * Puts everything around a remote store.
   *
   * @param memory what this node's counters may take while the remote store does not answer
   */
  SharedStore(
      BatchStore remote,
      Duration timeout,
      Nodes nodes,
      TimeSource time,
      GuardListener listener,
      MemoryBudget memory) {
    this.nodes = nodes;
    LagClock clock = new LagClock(time, remote::afterReading);
    Store coalescer = new Coalescer(remote, CoalescerSettings.of(timeout), time, scheduler, clock);
    GuardSettings settings = GuardSettings.of(timeout).withMemory(memory);
    guard = new Guard(coalescer, settings, nodes, time, clock::nanos, scheduler, listener);
    Store leases = new Leases(guard, nodes, time, scheduler, new SecureRandom());
    store = new DenyCache(leases, time);
  }

  /** Whether the remote store is asked; of several places, the state furthest from closed. */
  public BreakerState state() {
    return guard.state();
  }

  /** Whether each place of the remote store is asked, by its name. */
  Map<String, BreakerState> states() {
    return guard.states();
  }

  /** Why a place of the remote store is not asked. */
  String reason(String place) {
    return guard.reason(place);
  }

  /** What runs work later until this store is closed. */
  Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    return store.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return store.settle(reservation, cost, now);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return store.inspect(key, index, now);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return store.reset(key, index, now);
  }

  /** Says farewell to the other nodes, returns what is leased, and closes the remote store. */
  @Override
  public void close() {
    nodes.leave();
    store.close();
    scheduler.close();
  }
}
