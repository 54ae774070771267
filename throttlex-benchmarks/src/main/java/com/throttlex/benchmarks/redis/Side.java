package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.store.Callers;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Tally;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/** A contender, those who ask it, and all that it has decided since it began. */
final class Side implements Turns.Side<Round>, AutoCloseable {
  private final Who who;
  private final RedisServer redis;
  private final Workload workload;
  private final Contender contender;
  private final Pace pace;
  private final Callers callers;
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
    callers = new Callers(contender, workload, pace.callers, threads);
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
        after.calls(who.counted()) - before.calls(who.counted()),
        after.cpuSeconds() - before.cpuSeconds());
  }

  private Tally ask(Duration time) {
    Tally tally = callers.ask(time);
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
