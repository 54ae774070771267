package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How well frequent keys are found among many others. */
class SketchTest {
  private static final int KEYS = 100_000;
  private static final int TRACE = 1_000_000;

  /** Enough for as many places as a sketch ever has. */
  private static final long ROOM = 1 << 20;

  /** Returns the cumulative weights by rank: that of rank r is 1/r. */
  private static double[] zipf() {
    double[] sums = new double[KEYS];
    double sum = 0;
    for (int rank = 0; rank < KEYS; rank++) {
      sum += 1.0 / (rank + 1);
      sums[rank] = sum;
    }
    return sums;
  }

  private static Map<String, HeavyKeys.Tally> collected(Sketch sketch) {
    Map<String, HeavyKeys.Tally> tallies = new HashMap<>();
    sketch.entries().forEach(entry -> tallies.put(entry.key(), entry.tally()));
    return tallies;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void heaviestKeys_ofAZipfTrace_areFoundAndCounted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] sums = zipf();
    int[] counts = new int[KEYS];
    Sketch sketch = new Sketch(seed, ROOM);
    for (int i = 0; i < TRACE; i++) {
      int at = Arrays.binarySearch(sums, random.nextDouble(sums[KEYS - 1]));
      int rank = at < 0 ? -at - 1 : at;
      counts[rank]++;
      sketch.add(new TestKey(rank), "rule", Sketch.Outcome.ALLOWED);
    }
    Map<String, HeavyKeys.Tally> tallies = collected(sketch);
    for (int rank = 0; rank < 10; rank++) {
      HeavyKeys.Tally tally = tallies.get("rule|user=" + rank);
      assertThat(tally).as("rank %s", rank).isNotNull();
      assertThat(tally.allowed()).isCloseTo(counts[rank], Percentage.withPercentage(5));
      assertThat(tally.allowed()).isLessThanOrEqualTo(counts[rank]);
    }
  }

  @Test
  void heavyKey_inAFloodOfOneTimeKeys_isKept() {
    Sketch sketch = new Sketch(7, ROOM);
    TestKey heavy = new TestKey(2_000_000);
    for (int i = 0; i < 1_000_000; i++) {
      sketch.add(new TestKey(i), "rule", Sketch.Outcome.ALLOWED);
      if (i % 1000 == 0) {
        sketch.add(heavy, "rule", Sketch.Outcome.DENIED);
      }
    }
    Map<String, HeavyKeys.Tally> tallies = collected(sketch);
    assertThat(tallies).hasSizeLessThanOrEqualTo(2048);
    assertThat(tallies.get(heavy.text()).denied()).isBetween(900L, 1000L);
    assertThat(tallies.values().stream().mapToLong(t -> t.allowed() + t.denied()).max())
        .hasValue(tallies.get(heavy.text()).denied());
  }

  @Test
  void allowedAndDenied_areCountedSeparately() {
    Sketch sketch = new Sketch(7, ROOM);
    for (int i = 0; i < 10; i++) {
      sketch.add(new TestKey(1), "rule", i < 7 ? Sketch.Outcome.ALLOWED : Sketch.Outcome.DENIED);
    }
    assertThat(collected(sketch))
        .containsExactly(Map.entry("rule|user=1", new HeavyKeys.Tally("rule", 7, 3, 0)));
  }
}
