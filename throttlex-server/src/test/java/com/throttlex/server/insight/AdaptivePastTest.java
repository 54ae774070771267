package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.AdaptiveMode;
import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.adaptive.Health;
import com.throttlex.adaptive.Range;
import com.throttlex.adaptive.SourceReport;
import com.throttlex.server.admin.AdaptivePoint;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Adaptive limits over time, in bounded memory. */
class AdaptivePastTest {
  private static final Instant START = Instant.parse("2026-03-04T10:00:00Z");

  private final AdaptivePast past = new AdaptivePast();

  private static AdaptiveStatus status(int rules, long limit) {
    return status(rules, limit, new Health(0.5, 1, Map.of()));
  }

  private static AdaptiveStatus status(int rules, long limit, Health health) {
    List<AdaptiveStatus.Limit> limits =
        IntStream.range(0, rules)
            .mapToObj(
                i ->
                    new AdaptiveStatus.Limit(
                        "r" + i,
                        new Range(1, 50, 100),
                        limit,
                        AdaptiveMode.AUTO,
                        null,
                        List.of("db"),
                        health,
                        "",
                        Map.of()))
            .toList();
    Map<String, SourceReport> sources =
        IntStream.range(0, rules)
            .boxed()
            .collect(
                Collectors.toMap(
                    i -> "s" + i, i -> new SourceReport(health, 1, Map.of(), Set.of())));
    return new AdaptiveStatus(sources, limits, 1, 0, null);
  }

  @Test
  void points_areTakenEveryTenSeconds_andKeptForAnHour() {
    for (int second = 0; second <= 7_200; second++) {
      int limit = second;
      past.tick(START.plusSeconds(second), () -> status(1, limit));
    }

    List<AdaptivePoint> points = past.points();
    assertThat(points).hasSize(361);
    assertThat(points.get(0).at()).isEqualTo(START.plusSeconds(3_600));
    assertThat(points.get(360))
        .isEqualTo(
            new AdaptivePoint(START.plusSeconds(7_200), Map.of("s0", 0.5), Map.of("r0", 7_200L)));
  }

  @Test
  void point_ofManyRulesAndSources_hasTheFirstByName() {
    past.tick(START, () -> status(1_000, 7));

    assertThat(past.points().get(0).limits()).hasSize(AdaptivePast.MOST).containsKey("r0");
    assertThat(past.points().get(0).health()).hasSize(AdaptivePast.MOST);
  }

  @Test
  void source_withoutSignals_isAbsent() {
    past.tick(START, () -> status(1, 7, Health.UNKNOWN));

    assertThat(past.points().get(0))
        .isEqualTo(new AdaptivePoint(START, Map.of(), Map.of("r0", 7L)));
  }

  @Test
  void serviceWithoutAdaptiveLimits_hasNoPoints() {
    past.tick(START, () -> status(0, 7));
    past.tick(START.plus(Duration.ofHours(2)), () -> status(0, 7));

    assertThat(past.points()).isEmpty();
  }
}
