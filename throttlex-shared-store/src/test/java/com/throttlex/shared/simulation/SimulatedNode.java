package com.throttlex.shared.simulation;

import com.throttlex.TimeSource;
import com.throttlex.shared.Coalescer;
import com.throttlex.shared.CoalescerSettings;
import com.throttlex.shared.DenyCache;
import com.throttlex.shared.Guard;
import com.throttlex.shared.GuardListener;
import com.throttlex.shared.GuardSettings;
import com.throttlex.shared.Leases;
import com.throttlex.shared.Scheduler;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionStage;

/** A node with the same layers of stores as a real one, and its own clock. */
final class SimulatedNode implements TimeSource, GuardListener {
  static final Duration TIMEOUT = Duration.ofMillis(20);

  /** The longest time from a decision to its answer: two refills and a call of its own. */
  static final long MOST_WAIT = 3 * TIMEOUT.toNanos();

  final Link link;
  private final Timeline time;
  private final int nodes;
  private final Random random;
  private Store chain;
  private long clockOffset;
  private int life;
  private boolean alive;

  /** How often this node has started with new counters. */
  int lives;

  /** The units that were charged to the store after this node had admitted them. */
  long reconciled;

  long pending;
  long forwardNanos;
  int forwardSteps;

  SimulatedNode(Timeline time, SharedStore store, int nodes, Random random) {
    this.time = time;
    this.nodes = nodes;
    this.random = random;
    link = new Link(time, store, random);
    clockOffset = random.nextLong(-30_000_000_000L, 30_000_000_000L);
    chain = start();
  }

  private Store start() {
    int mine = ++life;
    alive = true;
    lives++;
    Scheduler timers = (nanos, work) -> time.after(nanos, () -> runIn(mine, work));
    Coalescer coalescer = new Coalescer(link, CoalescerSettings.of(TIMEOUT), this, timers);
    Guard guard = new Guard(coalescer, GuardSettings.of(TIMEOUT), () -> nodes, this, timers, this);
    return new DenyCache(new Leases(guard, () -> nodes, this, timers, random), this);
  }

  private void runIn(int that, Runnable work) {
    if (isIn(that)) {
      work.run();
    }
  }

  CompletionStage<Verdicts> decide(Charges charges) {
    return chain.decide(charges);
  }

  /** Stops at once, and loses everything in memory. */
  void crash() {
    alive = false;
    life++;
    pending = 0;
  }

  void restart() {
    if (!alive) {
      chain = start();
    }
  }

  boolean isAlive() {
    return alive;
  }

  int life() {
    return life;
  }

  /** Returns whether it is alive and has not restarted since that life. */
  boolean isIn(int that) {
    return alive && life == that;
  }

  /** Moves the clock forward; a time source does not follow a clock that steps back. */
  void step(long nanos) {
    clockOffset += nanos;
    forwardNanos += nanos;
    forwardSteps++;
  }

  @Override
  public long nanos() {
    return time.nanos() + clockOffset;
  }

  @Override
  public void sleep(long nanos) {
    throw new UnsupportedOperationException("sleep: " + nanos + " (expected: nobody to sleep)");
  }

  @Override
  public void reconciled(long units) {
    reconciled += units;
  }
}
