package com.throttlex.benchmarks.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.store.Tally;
import com.throttlex.benchmarks.store.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Trial MANY_KEYS = Trial.closed(Workload.MANY_KEYS);
  private static final Trial HOT_KEY = Trial.closed(Workload.HOT_KEY);
  private static final Trial STEADY = Trial.steady(Workload.MANY_KEYS);
  private static final Work ONE = new Work(1, 3);

  private final Report report = new Report();

  @Test
  void promises_showWhichAreMetAndWhichAreMissed() {
    add(Product.POSTGRESQL, MANY_KEYS, Who.OURS, new Round(10_000, 1, 2, 3, ONE));
    add(Product.POSTGRESQL, STEADY, Who.OURS, new Round(1_000, 1, 3.1, 4, ONE));
    add(Product.MARIADB, HOT_KEY, Who.OURS, new Round(9_999, 1, 2, 3, ONE));
    assertThat(report.promises())
        .satisfiesExactly(
            line -> assertThat(line).contains("PostgreSQL, 10,000 keys", ">= 10,000 met"),
            line -> assertThat(line).contains("1,000 requests/s", "3.100", "<= 3 MISSED"),
            line -> assertThat(line).contains("MariaDB, one hot key", ">= 10,000 MISSED"));
  }

  @Test
  void ratio_isToTheFastestPeerOnTheSameServer() {
    add(Product.POSTGRESQL, HOT_KEY, Who.OURS, new Round(30_000, 1, 2, 3, ONE));
    add(Product.POSTGRESQL, HOT_KEY, Who.LOCKING, new Round(5_000, 1, 2, 3, ONE));
    add(Product.POSTGRESQL, HOT_KEY, Who.ADVISORY, new Round(7_500, 1, 2, 3, ONE));
    add(Product.MARIADB, HOT_KEY, Who.LOCKING, new Round(20_000, 1, 2, 3, ONE));
    assertThat(report.promises())
        .last()
        .asString()
        .contains("/ Bucket4j, advisory", "4.00", ">= 3 met");
  }

  @Test
  void losses_areWhatAPeerDoesBetter() {
    add(Product.MARIADB, STEADY, Who.OURS, new Round(1_000, 1, 3, 3, ONE));
    add(Product.MARIADB, STEADY, Who.LOCKING, new Round(1_000, 0.97, 2, 3, ONE));
    assertThat(report.losses())
        .containsExactly(
            "  MariaDB, 10,000 keys, 1,000 requests/s, to Bucket4j, row lock; p99 ms: 3.000 to"
                + " 2.000");
  }

  @Test
  void report_whenOneContenderAllowsTooMuch_isNotExact() {
    add(Product.MARIADB, STEADY, Who.OURS, new Round(1, 1, 1, 1, ONE));
    assertThat(report.isExact()).isTrue();
    Line line = Line.of(Who.LOCKING, List.of(new Round(1, 1, 1, 1, ONE)), new Tally(), false);
    report.add(Product.MARIADB, STEADY, line);
    assertThat(report.isExact()).isFalse();
    assertThat(line.text()).contains("MORE THAN THE LIMIT");
  }

  private void add(Product product, Trial trial, Who who, Round round) {
    report.add(product, trial, Line.of(who, List.of(round), new Tally(), true));
  }
}
