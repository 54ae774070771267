package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.store.Callers;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/** A contender, its callers, and all its decisions so far. */
final class RedisSide implements Turns.Side<RedisRound>, AutoCloseable {
  private final RedisContender who;
  private final RedisServer redis;
  private final Workload workload;
  private final Contender contender;
  private final Pace pace;
  private final Callers callers;
  private final DecisionTally total = new DecisionTally();
  private final long start = System.nanoTime();

  /** The number of threads, and the times of rounds. */
  record Pace(int callers, int rounds, Duration warmUp, Duration round) {}

  RedisSide(RedisContender who, RedisServer redis, Workload workload, Pace pace, Executor threads) {
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
  public RedisRound round() {
    Statistics before = Statistics.of(redis);
    long begin = System.nanoTime();
    DecisionTally tally = ask(pace.round);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Statistics after = Statistics.of(redis);
    return RedisRound.of(
        tally,
        seconds,
        after.calls(who.counted()) - before.calls(who.counted()),
        after.cpuSeconds() - before.cpuSeconds());
  }

  private DecisionTally ask(Duration time) {
    DecisionTally tally = callers.ask(time);
    total.addAll(tally);
    return tally;
  }

  /** Returns its line in the table. */
  RedisLine line(List<RedisRound> rounds) {
    return RedisLine.of(who, rounds, total, isExact());
  }

  private boolean isExact() {
    return total.allowed() <= workload.bound((System.nanoTime() - start) / 1e9);
  }

  @Override
  public void close() {
    contender.close();
  }
}
