package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A guarded store that fails as a test sets, in time that the test moves. */
final class GuardLab {
  static final Duration TIMEOUT = Duration.ofMillis(50);
  static final Limit LIMIT = limit("10/1h");

  final SteppedTime time = new SteppedTime();
  final FaultyStore store = new FaultyStore(time);
  final CountingListener listener = new CountingListener();
  int nodes = 1;
  final Guard guard;

  GuardLab() {
    this(GuardSettings.of(TIMEOUT));
  }

  GuardLab(GuardSettings settings) {
    Coalescer coalescer = new Coalescer(store, CoalescerSettings.of(TIMEOUT), time, time);
    guard = new Guard(coalescer, settings, () -> nodes, time, time, listener);
  }

  static Limit limit(String rate) {
    return Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(rate));
  }

  static Key key(String name) {
    return Key.of(name, name);
  }

  static Terms terms(FailureMode mode) {
    return new Terms(false, 0, Sync.STRICT, mode);
  }

  static Terms shadow(FailureMode mode) {
    return new Terms(true, 0, Sync.STRICT, mode);
  }

  Charges start() {
    return new Charges().start(time.nanos());
  }

  Charges charges(String key, FailureMode mode) {
    Charges charges = start();
    charges.add(key(key), 0, LIMIT, 1, 0, terms(mode));
    return charges;
  }

  /** Decides, and moves the time on until the answer. */
  Verdicts decide(Charges charges) {
    CompletionStage<Verdicts> decided = guard.decide(charges);
    long waited = 0;
    while (!decided.toCompletableFuture().isDone() && waited++ < 200) {
      time.passMillis(1);
    }
    return decided.toCompletableFuture().join();
  }

  Verdicts decide(String key) {
    return decide(charges(key, FailureMode.LOCAL));
  }

  Settlement settle(String reservation, long cost) {
    return guard.settle(reservation, cost, time.nanos()).toCompletableFuture().join();
  }

  /** Returns what the store itself has left of a key. */
  long left(String key) {
    Charges charges = start().dryRun();
    charges.add(key(key), 0, LIMIT, 1);
    return store.memory.decide(charges).toCompletableFuture().join().get(0).remaining();
  }

  /** Makes the store fail, and sends requests until the circuit is open. */
  void breakWith(FaultyStore.Fault fault) {
    store.fault = fault;
    for (int i = 0; i < 100 && guard.state() != BreakerState.OPEN; i++) {
      time.passMillis(5);
      decide(charges("breaking", FailureMode.ALLOW));
    }
    if (guard.state() != BreakerState.OPEN) {
      throw new AssertionError("state: " + guard.state() + " (expected: OPEN)");
    }
  }

  /** Ends the failure, and waits for the trial calls. */
  void mend() {
    store.fault = FaultyStore.Fault.NONE;
    time.passMillis(1_100);
  }

  /** Decides several requests of a key, one after the other. */
  void decide(String key, int times) {
    for (int i = 0; i < times; i++) {
      decide(key);
    }
  }

  /** Ends the failure, and lets the guard reconcile everything. */
  void mendAndReconcile() {
    mend();
    time.passMillis(5_000);
  }

  /** Ends the failure, and waits until the circuit is closed, before anything is reconciled. */
  void awaitClosed() {
    store.fault = FaultyStore.Fault.NONE;
    while (guard.state() != BreakerState.CLOSED) {
      time.passMillis(1);
    }
  }
}
