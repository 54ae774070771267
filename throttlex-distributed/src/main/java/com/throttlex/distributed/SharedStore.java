package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.store.BatchStore;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.Store;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;

/**
 * A remote store made fast and safe: known denials are repeated here, leased units are used up
 * here, what is left goes out in batches, and while nobody answers the rules' failure modes hold.
 */
public final class SharedStore extends ForwardingStore {
  private final Nodes nodes;
  private final SchedulerThread scheduler;
  private final Guard guard;

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
    this(nodes, Layers.around(remote, timeout, nodes, time, listener, memory));
  }

  private SharedStore(Nodes nodes, Layers layers) {
    super(layers.outermost);
    this.nodes = nodes;
    scheduler = layers.scheduler;
    guard = layers.guard;
  }

  /** The layers around a remote store. */
  private record Layers(SchedulerThread scheduler, Guard guard, Store outermost) {
    static Layers around(
        BatchStore remote,
        Duration timeout,
        Nodes nodes,
        TimeSource time,
        GuardListener listener,
        MemoryBudget memory) {
      SchedulerThread scheduler = new SchedulerThread("throttlex-store");
      LagClock clock = new LagClock(time, remote::afterReading);
      CoalescerSettings batches = CoalescerSettings.of(timeout);
      Store coalescer = new Coalescer(remote, batches, time, scheduler, clock);
      GuardSettings settings = GuardSettings.of(timeout).withMemory(memory);
      Guard guard = new Guard(coalescer, settings, nodes, time, clock::nanos, scheduler, listener);
      Store leases = new Leases(guard, nodes, time, scheduler, new SecureRandom());
      return new Layers(scheduler, guard, new DenyCache(leases, time));
    }
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

  /** Says farewell to the other nodes, returns what is leased, and closes the remote store. */
  @Override
  public void close() {
    nodes.leave();
    super.close();
    scheduler.close();
  }
}
