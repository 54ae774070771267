package com.throttlex.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarTest {
  @Test
  void verdict_ofFigureAtTheBar_isMet() {
    assertThat(Bar.atLeast(1_000_000).verdict(1_000_000)).isEqualTo(">= 1,000,000 met");
    assertThat(Bar.atMost(0.01).verdict(0.01)).isEqualTo("<= 0.01 met");
  }

  @Test
  void verdict_ofFigureOnTheWrongSide_isMissed() {
    assertThat(Bar.atLeast(60).verdict(59.9)).isEqualTo(">= 60 MISSED");
    assertThat(Bar.atMost(1.5).verdict(1.6)).isEqualTo("<= 1.5 MISSED");
  }

  @Test
  void bar_forUnknownFigure_isNotMet() {
    assertThat(Bar.atLeast(2).isMet(Double.NaN)).isFalse();
    assertThat(Bar.atMost(2).isMet(Double.NaN)).isFalse();
  }
}
