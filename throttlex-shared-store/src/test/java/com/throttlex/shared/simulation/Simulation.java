package com.throttlex.shared.simulation;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One run: nodes, their shared store, the requests they get, and what was admitted. */
final class Simulation {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;

  final Timeline time = new Timeline();
  final Scenario scenario;
  final Random random;
  final SharedStore store;
  final List<SimulatedNode> nodes = new ArrayList<>();
  final List<Key> keys = new ArrayList<>();

  /** The admissions of each key: those of the shared store, and those in fallback. */
  final List<Admissions> shared = new ArrayList<>();

  final List<Admissions> degraded = new ArrayList<>();
  final List<Throwable> failures = new ArrayList<>();
  long requests;
  long degradedAnswers;
  long slowest;

  Simulation(Scenario scenario) {
    this.scenario = scenario;
    random = new Random(~scenario.seed());
    store = new SharedStore(time, random.nextLong(MILLI, 50 * MILLI));
    for (int i = 0; i < scenario.nodes(); i++) {
      nodes.add(new SimulatedNode(time, store, scenario.nodes(), new Random(random.nextLong())));
    }
    for (int i = 0; i < scenario.keys(); i++) {
      keys.add(Key.of("simulation|user=" + i, "u" + i));
      shared.add(new Admissions());
      degraded.add(new Admissions());
    }
  }

  /**
   * Sends requests for that long: steadily, or in bursts, weak and strong, with pauses in between.
   */
  void traffic(long nanos, double demand) {
    if (!scenario.bursts()) {
      stream(nanos, demand);
      return;
    }
    for (long start = 0; start < nanos; start += random.nextLong(300, 1800) * MILLI) {
      long length = Math.min(nanos - start, random.nextLong(30, 250) * MILLI);
      double strength = demand * Math.pow(10, random.nextDouble(-0.5, 1));
      time.after(start, () -> stream(length, strength));
    }
  }

  /** Sends requests to every node for that long, each at a rate that changes. */
  void stream(long nanos, double demand) {
    long end = time.nanos() + nanos;
    double perNode = demand * scenario.limit().rate().amount() * scenario.keys() / scenario.nodes();
    for (SimulatedNode node : nodes) {
      next(node, perNode, perNode, end);
    }
  }

  private void next(SimulatedNode node, double perSecond, double usual, long end) {
    double pause = -Math.log(1 - random.nextDouble()) * SECOND / perSecond;
    if (time.nanos() + pause < end) {
      time.after(
          (long) pause,
          () -> {
            ask(node, random.nextInt(keys.size()), random.nextInt(8) == 0 ? 3 : 1);
            boolean changes = random.nextInt(200) == 0;
            next(node, changes ? usual * random.nextDouble(0.2, 2) : perSecond, usual, end);
          });
    }
  }

  /** Sends that many requests for one unit to a node, again and again, for that long. */
  void steady(SimulatedNode node, int count, long everyNanos, long nanos) {
    long end = time.nanos() + nanos;
    time.after(random.nextLong(everyNanos), () -> steadily(node, count, everyNanos, end));
  }

  private void steadily(SimulatedNode node, int count, long everyNanos, long end) {
    for (int i = 0; i < count; i++) {
      ask(node, i % keys.size(), 1);
    }
    if (time.nanos() + everyNanos < end) {
      time.after(everyNanos, () -> steadily(node, count, everyNanos, end));
    }
  }

  /** Sends a request to a node, if it is alive. */
  void ask(SimulatedNode node, int key, long cost) {
    if (!node.isAlive()) {
      return;
    }
    Charges charges = new Charges().start(node.nanos());
    charges.add(keys.get(key), 0, scenario.limit(), cost, 0, scenario.terms());
    requests++;
    node.pending++;
    int life = node.life();
    long since = time.nanos();
    long asked = charges.now();
    node.decide(charges)
        .whenComplete(
            (answer, failure) -> {
              if (node.isIn(life)) {
                node.pending--;
                answered(key, answer, asked, since, failure);
              }
            });
  }

  private void answered(
      int key, Verdicts answer, long asked, long since, @Nullable Throwable failure) {
    slowest = Math.max(slowest, time.nanos() - since);
    if (failure != null) {
      failures.add(failure);
      return;
    }
    degradedAnswers += answer.isDegraded() ? 1 : 0;
    if (answer.admitted()) {
      Admissions to = (answer.isDegraded() ? degraded : shared).get(key);
      to.add(decidedAt(answer, asked), answer.get(0).charge().cost());
    }
  }

  /** Returns when it was decided: now in the node, or at the time of the shared store. */
  private long decidedAt(Verdicts answer, long asked) {
    boolean here = answer.isDegraded() || answer.now() == asked || store.hasStepped();
    return here ? time.nanos() : store.timeOf(answer.now());
  }

  /** Returns all admissions of a key. */
  Admissions admitted(int key) {
    Admissions all = new Admissions();
    all.addAll(shared.get(key));
    all.addAll(degraded.get(key));
    return all;
  }

  /** Returns the number of unanswered requests of nodes that have not crashed since. */
  long pending() {
    return nodes.stream().mapToLong(node -> node.pending).sum();
  }

  long calls() {
    return nodes.stream().mapToLong(node -> node.link.calls).sum();
  }
}
