package com.throttlex.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void median_of_an_odd_number_is_the_middle_one() {
    assertThat(Median.of(9, 1, 5)).isEqualTo(5);
  }

  @Test
  void median_of_an_even_number_is_between_the_two_in_the_middle() {
    assertThat(Median.of(9, 1, 5, 2)).isEqualTo(3.5);
  }
}
