package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.shared.simulation.Timeline;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Nodes that lease from one store in virtual time. */
final class LeaseLab {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;
  static final Key KEY = Key.of("lab|user=a", "a");
  static final Terms LEASED = new Terms(false, 0, Sync.LEASED, FailureMode.LOCAL);

  final Timeline time = new Timeline();
  final RemoteStore remote;
  int live = 1;

  LeaseLab(long roundTrip) {
    remote = new RemoteStore(time, roundTrip);
  }

  /** Creates a node with its own seed. */
  Leases node(long seed) {
    return new Leases(remote, () -> live, time, time, new Random(seed));
  }

  /** Creates a node that stops, with all its timers, when the flag is set. */
  Leases mortal(long seed, AtomicBoolean dead) {
    Scheduler timers = (nanos, work) -> time.after(nanos, () -> runUnless(dead, work));
    return new Leases(remote, () -> live, time, timers, new Random(seed));
  }

  private static void runUnless(AtomicBoolean dead, Runnable work) {
    if (!dead.get()) {
      work.run();
    }
  }

  static Limit limit(Algorithm algorithm, String rate) {
    return Limit.of(algorithm, Rate.parse(rate));
  }

  Charges request(Limit limit, long cost) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(KEY, 0, limit, cost, 0, LEASED);
    return charges;
  }

  /** Decides a request, and moves the time on until the answer. */
  Verdicts ask(Store node, Limit limit, long cost) {
    return ask(node, request(limit, cost));
  }

  Verdicts ask(Store node, Charges charges) {
    CompletableFuture<Verdicts> asked = node.decide(charges).toCompletableFuture();
    for (int i = 0; i < 1000 && !asked.isDone(); i++) {
      time.advance(MILLI / 10);
    }
    return asked.join();
  }

  /** Sends that many requests for one unit at even intervals; returns how many were admitted. */
  long flood(Store node, Limit limit, int requests, long distance) {
    long admitted = 0;
    for (int i = 0; i < requests; i++) {
      admitted += ask(node, limit, 1).admitted() ? 1 : 0;
      time.advance(distance);
    }
    return admitted;
  }

  /** Returns what the shared store has left. */
  long left(Limit limit) {
    Charges charges = new Charges().start(remote.now()).dryRun();
    charges.add(KEY, 0, limit, 1);
    return remote.memory.decide(charges).toCompletableFuture().join().get(0).remaining();
  }
}
