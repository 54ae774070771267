package com.throttlex.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RedisBenchmarkTest {
  private static final String RATE =
      "INCR key:__rand_int__: 1234567.88 requests per second, p50=0.543 msec                  \n";

  @Test
  void rate_afterProgressLines_isTheFinalOne() throws IOException {
    String progress = "INCR key:__rand_int__: rps=0.0 (overall: nan) avg_msec=nan (overall: nan)\r";
    assertThat(RedisBenchmark.read(progress + RATE)).isEqualTo(1_234_567.88);
  }

  @Test
  void output_withServerErrors_isAFailure() {
    assertThatThrownBy(() -> RedisBenchmark.read("Error from server: ERR unknown command\n" + RATE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unknown command");
  }

  @Test
  void output_withoutRate_isAFailure() {
    assertThatThrownBy(() -> RedisBenchmark.read("Could not connect to server"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Could not connect");
  }
}
