package com.throttlex.replay.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RoundNumbersTest {
  @Test
  void up_givesTheNextNumberThatPeopleWrite() {
    assertThat(RoundNumbers.up(0.3)).isEqualTo(1);
    assertThat(RoundNumbers.up(4)).isEqualTo(5);
    assertThat(RoundNumbers.up(10)).isEqualTo(10);
    assertThat(RoundNumbers.up(10.5)).isEqualTo(12);
    assertThat(RoundNumbers.up(57.3)).isEqualTo(60);
    assertThat(RoundNumbers.up(101)).isEqualTo(120);
    assertThat(RoundNumbers.up(81_000)).isEqualTo(100_000);
    assertThat(RoundNumbers.up(2e9)).isEqualTo(2_000_000_000L);
  }

  @Test
  void down_givesTheNumberBefore() {
    assertThat(RoundNumbers.down(0.3)).isEqualTo(1);
    assertThat(RoundNumbers.down(9)).isEqualTo(5);
    assertThat(RoundNumbers.down(57.3)).isEqualTo(50);
    assertThat(RoundNumbers.down(60)).isEqualTo(60);
    assertThat(RoundNumbers.down(119)).isEqualTo(100);
  }
}
