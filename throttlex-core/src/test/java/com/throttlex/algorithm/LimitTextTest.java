package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class LimitTextTest {
  private static Limit limit(Algorithm algorithm, String rate) {
    return Limit.of(algorithm, Rate.parse(rate));
  }

  @Test
  void text_ofALimit_isShort() {
    assertThat(LimitText.of(limit(Algorithm.TOKEN_BUCKET, "100/1m"))).isEqualTo("tb:100/60");
    assertThat(LimitText.of(limit(Algorithm.SLIDING_WINDOW_LOG, "5/250ms")))
        .isEqualTo("swl:5/0.250000000");
    Rate burst = Rate.parse("100/1m").withBurst(20);
    assertThat(LimitText.of(Limit.of(Algorithm.GCRA, burst))).isEqualTo("gcra:100/60+20");
    Period month = Period.parse("month", ZoneId.of("Europe/Berlin"));
    assertThat(LimitText.of(Limit.of(Algorithm.FIXED_WINDOW, new Rate(7, month, 0))))
        .isEqualTo("fw:7/month@Europe/Berlin");
  }

  @Test
  void text_ofAnyLimit_isReadBack() {
    for (Algorithm algorithm : Algorithm.values()) {
      for (String rate : new String[] {"1/1ms", "7/999ms", "100/1m", "100000/18250d", "3/1001ms"}) {
        reads(limit(algorithm, rate));
      }
      reads(Limit.of(algorithm, Rate.of(3, Duration.ofNanos(1_000_000_007))));
    }
    for (String zone : new String[] {"UTC", "Z", "+02:00", "UTC-03:30", "America/Port-au-Prince"}) {
      for (String unit : new String[] {"day", "week", "month"}) {
        Period period = Period.parse(unit, ZoneId.of(zone));
        reads(Limit.of(Algorithm.FIXED_WINDOW, new Rate(9, period, 0)));
      }
    }
  }

  private static void reads(Limit limit) {
    assertThat(LimitText.parse(LimitText.of(limit))).isEqualTo(limit);
  }
}
