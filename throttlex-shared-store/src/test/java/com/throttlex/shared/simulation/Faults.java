package com.throttlex.shared.simulation;

import static com.throttlex.shared.simulation.Simulation.MILLI;
import static com.throttlex.shared.simulation.Simulation.SECOND;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The faults of a run, and their end. */
final class Faults {
  private final Simulation run;
  private final Random random;
  private final List<String> planned = new ArrayList<>();

  Faults(Simulation run) {
    this.run = run;
    random = run.random;
  }

  /** Plans some kinds of faults within that time. */
  List<String> plan(long nanos) {
    double loss = random.nextInt(3) == 0 ? random.nextDouble(0.1) : 0;
    run.nodes.forEach(node -> node.link.loss = loss);
    planned.add("loss " + loss);
    maybe(nanos, "store down", this::storeDown);
    maybe(nanos, "node cut off", this::cutOff);
    maybe(nanos, "node crashes", this::crash);
    maybe(nanos, "node crashes", this::crash);
    maybe(nanos, "node's clock steps", () -> anyNode().step(random.nextLong(30 * SECOND)));
    maybe(nanos, "store's clock steps on", () -> run.store.step(random.nextLong(10 * SECOND)));
    maybe(nanos, "store's clock steps back", () -> run.store.step(-random.nextLong(10 * SECOND)));
    if (maybe(nanos, "failover", run.store::failOver)) {
      run.store.replicate();
    }
    return planned;
  }

  private boolean maybe(long nanos, String what, Runnable fault) {
    boolean happens = random.nextInt(3) == 0;
    if (happens) {
      long when = random.nextLong(nanos);
      planned.add(what + " at " + when / MILLI + " ms");
      run.time.after(when, fault);
    }
    return happens;
  }

  private SimulatedNode anyNode() {
    return run.nodes.get(random.nextInt(run.nodes.size()));
  }

  private void storeDown() {
    run.store.down = true;
    run.time.after(random.nextLong(50, 1500) * MILLI, () -> run.store.down = false);
  }

  private void cutOff() {
    Link link = anyNode().link;
    link.cut = true;
    run.time.after(random.nextLong(50, 1000) * MILLI, () -> link.cut = false);
  }

  private void crash() {
    SimulatedNode node = anyNode();
    node.crash();
    run.time.after(random.nextLong(10, 1000) * MILLI, node::restart);
  }

  /** Ends all faults. */
  void end() {
    run.store.down = false;
    for (SimulatedNode node : run.nodes) {
      node.link.cut = false;
      node.link.loss = 0;
      node.restart();
    }
  }
}
