package com.throttlex.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarTest {
  @Test
  void figure_at_the_bar_is_good_enough() {
    assertThat(Bar.atLeast(1_000_000).verdict(1_000_000)).isEqualTo(">= 1,000,000 met");
    assertThat(Bar.atMost(0.01).verdict(0.01)).isEqualTo("<= 0.01 met");
  }

  @Test
  void figure_on_the_wrong_side_is_shown_as_missed() {
    assertThat(Bar.atLeast(60).verdict(59.9)).isEqualTo(">= 60 MISSED");
    assertThat(Bar.atMost(1.5).verdict(1.6)).isEqualTo("<= 1.5 MISSED");
  }

  @Test
  void unknown_figure_is_not_good_enough() {
    assertThat(Bar.atLeast(2).isMet(Double.NaN)).isFalse();
    assertThat(Bar.atMost(2).isMet(Double.NaN)).isFalse();
  }
}
