package com.throttlex.benchmarks.store;

import com.throttlex.benchmarks.contest.Turns;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A contender with its load, and all its decisions. */
public final class StoreSide implements Turns.Side<StoreRound> {
  private final Entrant who;
  private final StoreLoad load;
  private final Workload workload;
  private final Supplier<Work> work;
  private final Duration warmUp;
  private final Duration round;
  private final DecisionTally total = new DecisionTally();
  private final long start = System.nanoTime();

  /**
   * Creates a side that has not begun.
   *
   * @param work reads the work of the server so far
   * @param warmUp the time of the warm-up
   * @param round the time of a round
   */
  public StoreSide(
      Entrant who,
      StoreLoad load,
      Workload workload,
      Supplier<Work> work,
      Duration warmUp,
      Duration round) {
    this.who = who;
    this.load = load;
    this.workload = workload;
    this.work = work;
    this.warmUp = warmUp;
    this.round = round;
  }

  @Override
  public void warmUp() {
    ask(warmUp);
  }

  @Override
  public StoreRound round() {
    Work before = work.get();
    long begin = System.nanoTime();
    DecisionTally tally = ask(round);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return StoreRound.of(tally, seconds, work.get().since(before, tally.decisions()));
  }

  private DecisionTally ask(Duration time) {
    DecisionTally tally = load.ask(time);
    total.addAll(tally);
    return tally;
  }

  /** Returns its line in the table. */
  public StoreLine line(List<StoreRound> rounds) {
    return StoreLine.of(who, rounds, total, isExact());
  }

  private boolean isExact() {
    return total.allowed() <= workload.bound((System.nanoTime() - start) / 1e9);
  }
}
