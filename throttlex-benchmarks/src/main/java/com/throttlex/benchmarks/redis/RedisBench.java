package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Library;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.TimeLimit;
import com.throttlex.benchmarks.store.Callers;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Pace;
import com.throttlex.benchmarks.store.StoreReport;
import com.throttlex.benchmarks.store.StoreSide;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Measures decisions in Redis and prints one table.
 *
 * <p>Redis is a separate process on the loopback interface and ends with this program. A run takes
 * about two and a half minutes and is stopped after five.
 */
public final class RedisBench {
  private static final Pace PACE =
      new Pace(2, 5, Duration.ofMillis(1500), Duration.ofMillis(800), Duration.ZERO);
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final List<Workload> ALL =
      List.of(
          Workload.MANY_KEYS,
          Workload.BUSY_KEYS,
          Workload.HOT_KEY,
          Workload.MANY_DENIED,
          Workload.HOT_DENIED,
          Workload.ONE_BY_ONE);

  private final PrintStream out;
  private final RedisServer redis;
  private final Pace pace;
  private final ExecutorService threads;
  private final StoreReport<Workload> report = RedisReport.empty();

  RedisBench(PrintStream out, RedisServer redis, Pace pace) {
    this.out = out;
    this.redis = redis;
    this.pace = pace;
    threads = Callers.threads(pace.callers());
  }

  /** Runs all workloads. */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // no warning about missing loggers
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    boolean exact;
    try (RedisServer redis = RedisServer.start()) {
      TimeLimit limit = new TimeLimit(LIMIT, redis::close);
      exact = new RedisBench(out, redis, PACE).run(ALL);
      limit.cancel();
    }
    if (!exact) {
      System.err.println("admitted: more than the limit (expected: at most the limit)");
      System.exit(1);
    }
  }

  /** Prints the table; returns whether no limiter admitted more than the limit. */
  boolean run(List<Workload> workloads) throws IOException, InterruptedException {
    printHead();
    for (Workload workload : workloads) {
      compare(workload);
    }
    threads.shutdown();
    return report.end(out, RedisReport.promises(report));
  }

  private void printHead() throws IOException {
    out.printf("ThrottleX on Redis: %s%n", Machine.name());
    out.printf(
        "Redis %s, one process that keeps nothing on disk. JVM: %s %s. Lettuce %s, Bucket4j %s.%n",
        Statistics.version(redis),
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        Library.version("io.lettuce", "lettuce-core"),
        Library.version("com.bucket4j", "bucket4j_jdk17-lettuce"));
    out.printf(
        """
        Each limiter has one connection and the same token bucket. %d decisions are in flight from \
        %d threads, which send
        the next request as soon as an answer comes. So the time of a decision is mostly waiting \
        for its turn. Medians of %d
        rounds of %s s in turns. Calls: commands sent to Redis for each decision. Redis us: its \
        processor time for each. Both
        come from Redis itself. Others: part of the machine that other programs used; if that is \
        more than a few per cent,
        measure again.

        """,
        Workload.MANY_KEYS.underWay(),
        pace.callers(),
        pace.rounds(),
        pace.round().toMillis() / 1000.0);
  }

  private void compare(Workload workload) throws IOException, InterruptedException {
    redis.command("FLUSHALL");
    List<Contender> contenders = new ArrayList<>();
    List<StoreSide> sides = new ArrayList<>();
    try {
      for (RedisContender who : RedisContender.values()) {
        if (who.takesPartIn(workload)) {
          Contender contender = who.start(redis.url(), workload);
          contenders.add(contender);
          sides.add(side(who, contender, workload, redis, pace, threads));
        }
      }
      report.compare(out, workload, pace.rounds(), sides, this::redisTime);
    } finally {
      contenders.forEach(Contender::close);
    }
  }

  static StoreSide side(
      RedisContender who,
      Contender contender,
      Workload workload,
      RedisServer redis,
      Pace pace,
      Executor threads) {
    return new StoreSide(
        who,
        new Callers(contender, workload, pace.callers(), threads),
        workload,
        () -> Statistics.of(redis).work(who.counted()),
        pace.warmUp(),
        pace.round());
  }

  private Duration redisTime() {
    return ProcessHandle.of(redis.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }
}
