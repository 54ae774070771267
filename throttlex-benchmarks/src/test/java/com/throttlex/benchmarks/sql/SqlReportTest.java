package com.throttlex.benchmarks.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlReportTest {
  private static final SqlTrial MANY_KEYS = SqlTrial.closed(Workload.MANY_KEYS);
  private static final SqlTrial HOT_KEY = SqlTrial.closed(Workload.HOT_KEY);
  private static final SqlTrial STEADY = SqlTrial.steady(Workload.MANY_KEYS);
  private static final Work ONE = new Work(1, 3);

  private final SqlReport report = new SqlReport();

  @Test
  void promises_showWhichAreMetAndWhichAreMissed() {
    add(Product.POSTGRESQL, MANY_KEYS, SqlContender.OURS, new SqlRound(10_000, 1, 2, 3, ONE));
    add(Product.POSTGRESQL, STEADY, SqlContender.OURS, new SqlRound(1_000, 1, 3.1, 4, ONE));
    add(Product.MARIADB, HOT_KEY, SqlContender.OURS, new SqlRound(9_999, 1, 2, 3, ONE));
    assertThat(report.promises())
        .satisfiesExactly(
            line -> assertThat(line).contains("PostgreSQL, 10,000 keys", ">= 10,000 met"),
            line -> assertThat(line).contains("1,000 requests/s", "3.100", "<= 3 MISSED"),
            line -> assertThat(line).contains("MariaDB, one hot key", ">= 10,000 MISSED"));
  }

  @Test
  void ratio_isToTheFastestPeerOnTheSameServer() {
    add(Product.POSTGRESQL, HOT_KEY, SqlContender.OURS, new SqlRound(30_000, 1, 2, 3, ONE));
    add(Product.POSTGRESQL, HOT_KEY, SqlContender.LOCKING, new SqlRound(5_000, 1, 2, 3, ONE));
    add(Product.POSTGRESQL, HOT_KEY, SqlContender.ADVISORY, new SqlRound(7_500, 1, 2, 3, ONE));
    add(Product.MARIADB, HOT_KEY, SqlContender.LOCKING, new SqlRound(20_000, 1, 2, 3, ONE));
    assertThat(report.promises())
        .last()
        .asString()
        .contains("/ Bucket4j, advisory", "4.00", ">= 3 met");
  }

  @Test
  void losses_areWhatAPeerDoesBetter() {
    add(Product.MARIADB, STEADY, SqlContender.OURS, new SqlRound(1_000, 1, 3, 3, ONE));
    add(Product.MARIADB, STEADY, SqlContender.LOCKING, new SqlRound(1_000, 0.97, 2, 3, ONE));
    assertThat(report.losses())
        .containsExactly(
            "  MariaDB, 10,000 keys, 1,000 requests/s, to Bucket4j, row lock; p99 ms: 3.000 to"
                + " 2.000");
  }

  @Test
  void report_whenOneContenderAllowsTooMuch_isNotExact() {
    add(Product.MARIADB, STEADY, SqlContender.OURS, new SqlRound(1, 1, 1, 1, ONE));
    assertThat(report.isExact()).isTrue();
    SqlLine line =
        SqlLine.of(
            SqlContender.LOCKING,
            List.of(new SqlRound(1, 1, 1, 1, ONE)),
            new DecisionTally(),
            false);
    report.add(Product.MARIADB, STEADY, line);
    assertThat(report.isExact()).isFalse();
    assertThat(line.text()).contains("MORE THAN THE LIMIT");
  }

  private void add(Product product, SqlTrial trial, SqlContender who, SqlRound round) {
    report.add(product, trial, SqlLine.of(who, List.of(round), new DecisionTally(), true));
  }
}
