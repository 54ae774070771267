package com.throttlex.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Pace;
import com.throttlex.benchmarks.store.StoreRound;
import com.throttlex.benchmarks.store.StoreSide;
import com.throttlex.benchmarks.store.Workload;
import com.throttlex.tck.servers.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisBenchTest {
  private static final Pace SHORT =
      new Pace(2, 2, Duration.ofMillis(100), Duration.ofMillis(100), Duration.ZERO);

  /** Less than the decisions that are made however slow the machine is: 8 in each of 3 turns. */
  private static final Workload TIGHT = new Workload("tight", 1, 8, 20, Duration.ofDays(1));

  @Test
  void shortRun_onRealRedis_printsEveryFigure() throws Exception {
    String text = run(Workload.MANY_KEYS, TIGHT);
    for (RedisContender who : RedisContender.values()) {
      assertThat(text.lines().filter(line -> isOf(who, line)).toList())
          .as(text)
          .hasSize(who == RedisContender.BATCHING ? 1 : 2)
          .allSatisfy(line -> assertThat(line).doesNotContain(" - ", "NaN", "MORE", "not by"));
    }
    assertThat(text).contains("strict / Bucket4j", "leased, calls");
  }

  @Test
  void contenders_thatDecideInRedis_allowExactlyTheLimit() throws Exception {
    String text = run(TIGHT);
    for (RedisContender who : EnumSet.complementOf(EnumSet.of(RedisContender.LEASED))) {
      assertThat(text.lines().filter(line -> isOf(who, line)).toList())
          .as(text)
          .singleElement()
          .asString()
          .contains(" 20 of ");
    }
  }

  /** Runs the workloads; what is printed. */
  private static String run(Workload... workloads) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (RedisServer redis = RedisServer.start();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      boolean exact = new RedisBench(out, redis, SHORT).run(List.of(workloads));
      String text = bytes.toString(StandardCharsets.UTF_8);
      assertThat(exact).as(text).isTrue();
      return text;
    }
  }

  private static boolean isOf(RedisContender who, String line) {
    return line.startsWith(String.format("  %-19s ", who)) && line.contains(" of ");
  }

  @Test
  void callsPerDecision_ofPlainEvalsha_isOne() {
    try (RedisServer redis = RedisServer.start();
        Contender evalsha = RedisContender.EVALSHA.start(redis.url(), Workload.ONE_BY_ONE)) {
      StoreRound round = side(evalsha, redis, Workload.ONE_BY_ONE).round();
      assertThat(round.work().requests()).isEqualTo(1);
      assertThat(round.rate()).isPositive();
      assertThat(round.median()).isPositive().isLessThanOrEqualTo(round.slow());
    }
  }

  @Test
  void line_whenMoreThanTheLimitIsAllowed_isNotExact() {
    try (RedisServer redis = RedisServer.start();
        Contender evalsha = RedisContender.EVALSHA.start(redis.url(), TIGHT)) {
      StoreSide side = side(evalsha, redis, TIGHT);
      StoreRound round = side.round();
      assertThat(side.line(List.of(round)).total().allowed()).isEqualTo(20);
      assertThat(side.line(List.of(round)).exact()).isTrue();
      redis.command("FLUSHALL");
      side.round();
      assertThat(side.line(List.of(round)).exact()).isFalse();
      assertThat(RedisReport.empty().text(side.line(List.of(round))))
          .contains("40 of ", "MORE THAN THE LIMIT");
    }
  }

  private static StoreSide side(Contender evalsha, RedisServer redis, Workload workload) {
    return RedisBench.side(RedisContender.EVALSHA, evalsha, workload, redis, SHORT, Runnable::run);
  }
}
