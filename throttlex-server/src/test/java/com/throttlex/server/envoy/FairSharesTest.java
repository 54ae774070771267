package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairSharesTest {
  private static final long[] NEVER = {0, 0, 0};

  @Test
  void split_givesSmallWantsAll_andTheOthersEqualParts() {
    assertThat(FairShares.split(100, new long[] {10, 500, 80}, NEVER, 0))
        .containsExactly(10, 45, 45);
  }

  @Test
  void split_ofMoreThanIsWanted_givesWhatIsWanted() {
    assertThat(FairShares.split(100, new long[] {10, 20, 30}, NEVER, 0))
        .containsExactly(10, 20, 30);
  }

  @Test
  void split_countsWhatWasReceivedBefore() {
    assertThat(FairShares.split(60, new long[] {100, 100, 100}, new long[] {0, 30, 90}, 0))
        .containsExactly(45, 15, 0);
  }

  @Test
  void split_ofFewUnits_beginsWithTheFirst() {
    assertThat(FairShares.split(2, new long[] {5, 5, 5}, NEVER, 2)).containsExactly(1, 0, 1);
  }

  @Test
  void split_ofRandomWants_givesAllUnitsAndNobodyTooMuch() {
    Random random = new Random(17);
    for (int round = 0; round < 1000; round++) {
      int count = random.nextInt(1, 8);
      long[] wants = random.longs(count, 0, 1000).toArray();
      long[] had = random.longs(count, 0, 1000).toArray();
      long units = random.nextLong(0, 3000);
      long[] shares = FairShares.split(units, wants, had, random.nextInt(count));
      assertThat(Arrays.stream(shares).sum())
          .isEqualTo(Math.min(units, Arrays.stream(wants).sum()));
      for (int i = 0; i < count; i++) {
        assertThat(shares[i]).isBetween(0L, wants[i]);
        for (int j = 0; j < count; j++) {
          if (shares[i] > 0 && shares[j] < wants[j]) { // j wants more, so it has as much as i
            assertThat(had[i] + shares[i]).isLessThanOrEqualTo(had[j] + shares[j] + 1);
          }
        }
      }
    }
  }
}
