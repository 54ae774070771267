package com.throttlex.benchmarks.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.StoreLine;
import com.throttlex.benchmarks.store.StoreReport;
import com.throttlex.benchmarks.store.StoreRound;
import com.throttlex.benchmarks.store.Work;
import com.throttlex.benchmarks.store.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlReportTest {
  private static final Work ONE = new Work(1, 3);

  private final StoreReport<SqlTrial> report = SqlReport.empty();

  @Test
  void promises_showWhichAreMetAndWhichAreMissed() {
    add(
        SqlTrial.closed(Product.POSTGRESQL, Workload.MANY_KEYS),
        SqlContender.OURS,
        round(10_000, 1, 2, 3));
    add(
        SqlTrial.steady(Product.POSTGRESQL, Workload.MANY_KEYS),
        SqlContender.OURS,
        round(1_000, 1, 3.1, 4));
    add(
        SqlTrial.closed(Product.MARIADB, Workload.HOT_KEY),
        SqlContender.OURS,
        round(9_999, 1, 2, 3));
    assertThat(SqlReport.promises(report))
        .satisfiesExactly(
            line -> assertThat(line).contains("PostgreSQL, 10,000 keys", ">= 10,000 met"),
            line -> assertThat(line).contains("1,000 requests/s", "3.100", "<= 3 MISSED"),
            line -> assertThat(line).contains("MariaDB, one hot key", ">= 10,000 MISSED"));
  }

  @Test
  void ratio_isToTheFastestPeerOnTheSameServer() {
    add(
        SqlTrial.closed(Product.POSTGRESQL, Workload.HOT_KEY),
        SqlContender.OURS,
        round(30_000, 1, 2, 3));
    add(
        SqlTrial.closed(Product.POSTGRESQL, Workload.HOT_KEY),
        SqlContender.LOCKING,
        round(5_000, 1, 2, 3));
    add(
        SqlTrial.closed(Product.POSTGRESQL, Workload.HOT_KEY),
        SqlContender.ADVISORY,
        round(7_500, 1, 2, 3));
    add(
        SqlTrial.closed(Product.MARIADB, Workload.HOT_KEY),
        SqlContender.LOCKING,
        round(20_000, 1, 2, 3));
    assertThat(SqlReport.promises(report))
        .last()
        .asString()
        .contains("/ Bucket4j, advisory", "4.00", ">= 3 met");
  }

  @Test
  void losses_areWhatAPeerDoesBetter() {
    add(
        SqlTrial.steady(Product.MARIADB, Workload.MANY_KEYS),
        SqlContender.OURS,
        round(1_000, 1, 3, 3));
    add(
        SqlTrial.steady(Product.MARIADB, Workload.MANY_KEYS),
        SqlContender.LOCKING,
        round(1_000, 0.97, 2, 3));
    assertThat(report.losses())
        .containsExactly(
            "  MariaDB, 10,000 keys, 1,000 requests/s, ThrottleX to Bucket4j, row lock; p99 ms: 3.000 to"
                + " 2.000");
  }

  @Test
  void report_whenOneContenderAllowsTooMuch_isNotExact() {
    add(SqlTrial.steady(Product.MARIADB, Workload.MANY_KEYS), SqlContender.OURS, round(1, 1, 1, 1));
    assertThat(report.isExact()).isTrue();
    StoreLine line =
        StoreLine.of(SqlContender.LOCKING, List.of(round(1, 1, 1, 1)), new DecisionTally(), false);
    report.add(SqlTrial.steady(Product.MARIADB, Workload.MANY_KEYS), line);
    assertThat(report.isExact()).isFalse();
    assertThat(report.text(line)).contains("MORE THAN THE LIMIT");
  }

  private static StoreRound round(double rate, double median, double slow, double slowest) {
    return new StoreRound(rate, 1000 * median, 1000 * slow, 1000 * slowest, ONE);
  }

  private void add(SqlTrial trial, SqlContender who, StoreRound round) {
    report.add(trial, StoreLine.of(who, List.of(round), new DecisionTally(), true));
  }
}
