package com.throttlex.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class WrkTest {
  private static final String OUTPUT =
      """
      Running 2s test @ http://127.0.0.1:8080/api/v1/check
        1 threads and 32 connections
        Thread Stats   Avg      Stdev     Max   +/- Stdev
          Latency   612.11us  310.00us   8.91ms   90.12%
          Req/Sec    51.20k     2.10k   54.00k    75.00%
        101910 requests in 2.01s, 40.24MB read
      """;
  private static final String RATE = "Requests/sec:  50701.49\nTransfer/sec:     20.02MB\n";

  @Test
  void output_ofARun_givesRequestsAndRate() throws IOException {
    Load.Volume volume = Wrk.read(OUTPUT + RATE);
    assertThat(volume.requests()).isEqualTo(101_910);
    assertThat(volume.rate()).isCloseTo(50_701.49, within(0.01));
  }

  @Test
  void output_withUnexpectedStatuses_isAFailure() {
    assertThatThrownBy(() -> Wrk.read(OUTPUT + "  Non-2xx or 3xx responses: 7\n" + RATE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("responses: 7");
  }

  @Test
  void output_withBrokenConnections_isAFailure() {
    String errors = "  Socket errors: connect 0, read 3, write 0, timeout 0\n";
    assertThatThrownBy(() -> Wrk.read(OUTPUT + errors + RATE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("read 3");
  }

  @Test
  void output_withoutRate_isAFailure() {
    assertThatThrownBy(() -> Wrk.read("unable to connect to 127.0.0.1:8080 Connection refused"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("refused");
  }
}
