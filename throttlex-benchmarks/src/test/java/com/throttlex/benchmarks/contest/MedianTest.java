package com.throttlex.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void median_ofOddCount_isTheMiddleValue() {
    assertThat(Median.of(9, 1, 5)).isEqualTo(5);
  }

  @Test
  void median_ofEvenCount_isTheMeanOfTheTwoMiddleValues() {
    assertThat(Median.of(9, 1, 5, 2)).isEqualTo(3.5);
  }
}
