package com.throttlex.benchmarks.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.benchmarks.service.Contest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterLineTest {
  private static final List<Contest.Round> WITHOUT = rounds(20, 1000, 900, 1100);

  @Test
  void line_showsMedianAndRangeOfTheRatiosPerRound() {
    assertThat(FilterLine.of(Form.THROTTLEX, rounds(21.5, 950, 900, 880), WITHOUT).text())
        .matches("ThrottleX, 5 headers +900 +0.950 +0.80-1.00 +>= 0.95 met +21.5 +\\+1.5\\R");
  }

  @Test
  void line_withRatioBelowTheBar_showsMissed() {
    assertThat(FilterLine.of(Form.THROTTLEX, rounds(25, 940, 846, 1034), WITHOUT).text())
        .contains("0.940", ">= 0.95 MISSED");
  }

  @Test
  void line_withoutFilter_hasNoBar() {
    assertThat(FilterLine.of(Form.WITHOUT, WITHOUT, WITHOUT).text())
        .matches("no filter +1,000 +1.000 +20.0 +\\+0.0\\R");
  }

  private static List<Contest.Round> rounds(double micros, double... rates) {
    return Arrays.stream(rates).mapToObj(rate -> new Contest.Round(rate, micros)).toList();
  }
}
