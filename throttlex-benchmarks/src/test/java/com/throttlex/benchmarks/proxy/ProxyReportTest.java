package com.throttlex.benchmarks.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProxyReportTest {
  private final Map<ProxyEntrant, List<ProxyRound>> rounds = new EnumMap<>(ProxyEntrant.class);

  @Test
  void peer_isShownWithTheRatioOfMediansAndTheRangeOfRounds() {
    rounds.put(ProxyEntrant.DIRECT, rounds(100, 200, 90_000));
    rounds.put(ProxyEntrant.OURS, rounds(300, 900, 10_000, 12_000, 15_000));
    rounds.put(ProxyEntrant.NGINX, rounds(150, 400, 20_000, 20_000, 30_000));
    assertThat(text())
        .containsPattern(
            "nginx, limit_req +20,000 +0\\.60 +0\\.50-0\\.60 +>= 0\\.5 met +50 +0\\.15 +0\\.40"
                + " +\\+0\\.05 +\\+0\\.20");
  }

  @Test
  void peer_aboveOurRate_missesItsGoal() {
    rounds.put(ProxyEntrant.DIRECT, rounds(100, 200, 90_000));
    rounds.put(ProxyEntrant.OURS, rounds(300, 900, 10_000));
    rounds.put(ProxyEntrant.ENVOY, rounds(150, 400, 10_100));
    assertThat(text()).contains(">= 1 MISSED");
  }

  @Test
  void addedLatency_isTheDifferenceToNoProxy() {
    rounds.put(ProxyEntrant.DIRECT, rounds(100, 200, 90_000));
    rounds.put(ProxyEntrant.OURS, rounds(350, 2300, 10_000));
    assertThat(text())
        .contains("p50 at 1,000/s: 0.25 ms, bar <= 0.3 met")
        .contains("p99 at 1,000/s: 2.10 ms, bar <= 2 MISSED");
  }

  private String text() {
    return new ProxyReport(rounds).text();
  }

  private static List<ProxyRound> rounds(double p50, double p99, double... rates) {
    return Arrays.stream(rates).mapToObj(rate -> new ProxyRound(rate, 50, p50, p99)).toList();
  }
}
