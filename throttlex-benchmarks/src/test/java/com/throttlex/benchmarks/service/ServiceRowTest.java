package com.throttlex.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceRowTest {
  @Test
  void ratio_isOfTheMediansAndItsRangeIsOfTheRounds() {
    ServiceRow row = row(0.7, List.of(80.0, 60.0, 70.0), List.of(100.0, 120.0, 100.0));
    assertThat(row.ratio()).isEqualTo(0.7);
    assertThat(row.low()).isEqualTo(0.5);
    assertThat(row.high()).isEqualTo(0.8);
    assertThat(row.line(0.125)).contains("0.70", "0.50-0.80", ">= 0.7 met", "13%");
  }

  @Test
  void ratio_belowTheBar_isShownAsMissed() {
    assertThat(row(0.8, List.of(79.0), List.of(100.0)).line(0)).contains(">= 0.8 MISSED");
  }

  @Test
  void line_whenPeerIsNotInstalled_showsOnlyOurFigure() {
    String line = row(0.7, List.of(5000.0), List.of(Double.NaN)).line(Double.NaN);
    assertThat(line)
        .contains("5,000", "peer not", "installed")
        .doesNotContain("NaN", "met", "MISSED");
  }

  private static ServiceRow row(double bar, List<Double> ours, List<Double> peer) {
    return ServiceRow.of("path", "peer", bar, rounds(ours), rounds(peer));
  }

  private static List<Contest.Round> rounds(List<Double> rates) {
    return rates.stream().map(rate -> new Contest.Round(rate, 10)).toList();
  }
}
