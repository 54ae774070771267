package com.throttlex.benchmarks.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Pace;
import com.throttlex.benchmarks.store.StoreLine;
import com.throttlex.benchmarks.store.StoreSide;
import com.throttlex.benchmarks.store.Workload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SqlBenchTest {
  private static final Pace SHORT =
      new Pace(2, 1, Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(100));

  private static final Workload FEW = workload(100, 128, 60_000_000);
  private static final Workload ONE_BY_ONE = workload(1, 1, 60_000_000);

  /** Less than the decisions that are made however slow the machine is: 8 in each of 2 turns. */
  private static final Workload TIGHT = workload(1, 8, 10);

  private static Workload workload(int keys, int underWay, long amount) {
    return new Workload(keys + " keys", keys, underWay, amount, Duration.ofDays(1));
  }

  @ParameterizedTest
  @EnumSource
  void shortRun_onRealServer_printsEveryFigure(Product product) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean exact;
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      exact = new SqlBench(out, SHORT).run(List.of(product), FEW);
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertThat(exact).as(text).isTrue();
    for (SqlContender who : SqlContender.on(product)) {
      assertThat(text.lines().filter(line -> isOf(who, line)).toList())
          .as(text)
          .hasSize(SqlTrial.generous(product, FEW).size() + 1)
          .allSatisfy(line -> assertThat(line).doesNotContain("NaN", "MORE", "not by"));
    }
    assertThat(text).contains("Promised:", "/ Bucket4j", "p99 ms");
  }

  private static boolean isOf(SqlContender who, String line) {
    return line.startsWith(String.format("  %-19s ", who)) && line.contains(" of ");
  }

  @ParameterizedTest
  @EnumSource
  void everyContender_usesOneTransactionPerDecisionAndAllowsExactlyTheLimit(Product product)
      throws Exception {
    try (Host host = Host.start(product)) {
      for (SqlContender who : SqlContender.on(product)) {
        StoreLine one = line(host, who, ONE_BY_ONE);
        // The server may do a little on its own account.
        assertThat(one.median().work().requests()).as(who.toString()).isCloseTo(1, within(0.1));
        assertThat(one.median().median()).isPositive().isLessThanOrEqualTo(one.median().slow());
        StoreLine tight = line(host, who, TIGHT);
        assertThat(tight.total().allowed()).as(who.toString()).isEqualTo(9);
        assertThat(tight.exact()).isTrue();
      }
    }
  }

  /** What is shown after a first question, which makes the counter. */
  private static StoreLine line(Host host, SqlContender who, Workload workload) {
    SqlTrial trial = SqlTrial.closed(host.product(), workload);
    try (Contender contender = who.start(host.product(), host.newDatabase(), workload)) {
      contender.question().ask(0).toCompletableFuture().join();
      StoreSide side = SqlBench.side(who, contender, host, trial, SHORT, Runnable::run);
      side.warmUp();
      return side.line(List.of(side.round()));
    }
  }
}
