package com.throttlex.replay.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TailGapTest {
  private static int[] normal(Random random, int keys) {
    return IntStream.range(0, keys)
        .map(i -> 1 + (int) (6 * Math.exp(0.6 * random.nextGaussian())))
        .toArray();
  }

  private static TailGap gap(int[] usual, int... others) {
    return TailGap.find(
        IntStream.concat(IntStream.of(usual), IntStream.of(others)).sorted().toArray());
  }

  @Test
  void gap_aboveLogNormalRates_isFoundForOneKeyAndForMany() {
    for (int seed = 0; seed < 50; seed++) {
      int[] usual = normal(new Random(seed), 1000);
      int most = IntStream.of(usual).max().orElseThrow();
      assertThat(gap(usual, 5000)).isEqualTo(new TailGap(most, 5000));
      assertThat(gap(usual, 300, 320, 340, 400, 900)).isEqualTo(new TailGap(most, 300));
    }
  }

  @Test
  void gap_withOneKeyInside_isFound() {
    int[] usual = normal(new Random(1), 1000);
    int most = IntStream.of(usual).max().orElseThrow();
    int[] others = IntStream.range(0, 20).map(i -> 5 * most + i).toArray();
    others[0] = 2 * most;
    assertThat(gap(usual, others)).isEqualTo(new TailGap(most, 2 * most));
  }

  @Test
  void gap_inAnyHeavyTail_isRarelySeen() {
    for (double exponent : new double[] {0.8, 1.2, 2, 3}) {
      int found = 0;
      for (int seed = 0; seed < 200; seed++) {
        Random random = new Random(seed);
        int[] rates =
            IntStream.range(0, 2000)
                .map(i -> (int) Math.min(1e9, Math.pow(1 - random.nextDouble(), -1 / exponent)))
                .toArray();
        found += gap(rates) == null ? 0 : 1;
      }
      assertThat(found).as("exponent %s", exponent).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void gap_belowMoreThanATenthOfTheKeys_isNone() {
    int[] others = IntStream.range(0, 200).map(i -> 1000 + i).toArray();
    assertThat(gap(normal(new Random(1), 1000), others)).isNull();
  }

  @Test
  void gap_ofFewKeys_isNone() {
    assertThat(gap(new int[] {1, 2, 3, 4, 5}, 1000)).isNull();
  }
}
