package com.throttlex.benchmarks.store;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** A closed loop: threads that keep the decisions of a workload in flight. */
public final class Callers implements StoreLoad {
  private final List<CallingThread> callers;
  private final Executor threads;

  /**
   * Creates callers that start at different keys.
   *
   * @param most the largest number of callers; fewer if fewer decisions are in flight
   * @param threads must have room for all of them
   */
  public Callers(Contender contender, Workload workload, int most, Executor threads) {
    int count = Math.min(most, workload.underWay());
    int slots = workload.underWay() / count;
    callers =
        IntStream.range(0, count)
            .map(i -> (int) ((long) i * workload.keys() / count))
            .mapToObj(key -> new CallingThread(contender, slots, workload.keys(), key))
            .toList();
    this.threads = threads;
  }

  /** Creates threads that do not keep the program alive. */
  public static ExecutorService threads(int count) {
    return Executors.newFixedThreadPool(
        count,
        work -> {
          Thread thread = new Thread(work, "caller");
          thread.setDaemon(true);
          return thread;
        });
  }

  @Override
  public DecisionTally ask(Duration time) {
    List<CompletableFuture<DecisionTally>> running =
        callers.stream()
            .map(caller -> CompletableFuture.supplyAsync(() -> caller.run(time.toNanos()), threads))
            .toList();
    DecisionTally tally = new DecisionTally();
    running.forEach(each -> tally.addAll(each.join()));
    return tally;
  }
}
