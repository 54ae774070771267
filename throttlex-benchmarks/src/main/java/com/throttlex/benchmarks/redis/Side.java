package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/** A contender, those who ask it, and all that it has decided since it began. */
final class Side implements Turns.Side<Round>, AutoCloseable {
  private final Who who;
  private final RedisServer redis;
  private final Workload workload;
  private final Contender contender;
  private final Pace pace;
  private final Executor threads;
  private final List<Caller> callers;
  private final Tally total = new Tally();
  private final long start = System.nanoTime();

  /** How many threads ask, and for how long. */
  record Pace(int callers, int rounds, Duration warmUp, Duration round) {}

  Side(Who who, RedisServer redis, Workload workload, Pace pace, Executor threads) {
    this.who = who;
    this.redis = redis;
    this.workload = workload;
    this.contender = who.start(redis.url(), workload);
    this.pace = pace;
    this.threads = threads;
    int count = Math.min(pace.callers, workload.underWay());
    callers =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new Caller(
                        contender,
                        workload.underWay() / count,
                        workload.keys(),
                        i * workload.keys() / count))
            .toList();
  }

  @Override
  public void warmUp() {
    ask(pace.warmUp);
  }

  @Override
  public Round round() {
    Statistics before = Statistics.of(redis);
    long begin = System.nanoTime();
    Tally tally = ask(pace.round);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Statistics after = Statistics.of(redis);
    return Round.of(
        tally,
        seconds,
        after.calls(contender.counted()) - before.calls(contender.counted()),
        after.cpuSeconds() - before.cpuSeconds());
  }

  private Tally ask(Duration time) {
    List<CompletableFuture<Tally>> running =
        callers.stream()
            .map(caller -> CompletableFuture.supplyAsync(() -> caller.run(time.toNanos()), threads))
            .toList();
    Tally tally = new Tally();
    running.forEach(each -> tally.addAll(each.join()));
    total.addAll(tally);
    return tally;
  }

  /** Its line in the table. */
  Line line(List<Round> rounds) {
    return Line.of(who, rounds, total, isExact());
  }

  private boolean isExact() {
    return total.allowed() <= workload.bound((System.nanoTime() - start) / 1e9);
  }

  @Override
  public void close() {
    contender.close();
  }
}
