package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyTableTest {
  @Test
  void counts_equalThoseOfAMapWhileTheTableGrows() {
    KeyTable table = new KeyTable(1_000_000);
    Map<Long, Long> counts = new HashMap<>();
    Random random = new Random(5);
    for (int i = 0; i < 200_000; i++) {
      long key = random.nextInt(30_000);
      int slot = table.count(~key, key << 7, (int) (key % 100));
      counts.merge(key, 1L, Long::sum);
      if (key % 10 == 0 && table.streak(slot) == null) {
        table.streak(slot, new KeyStreak("k" + key, i));
      }
    }
    long[] sums = new long[3];
    table.forEach(
        (rule, requests, streak) -> {
          sums[0]++;
          sums[1] += requests;
          if (streak != null) {
            assertThat(Long.parseLong(streak.text().substring(1)) % 100).isEqualTo(rule);
            sums[2]++;
          }
        });

    assertThat(sums[0]).isEqualTo(counts.size()).isEqualTo(table.size());
    assertThat(sums[1]).isEqualTo(200_000);
    assertThat(sums[2]).isEqualTo(counts.keySet().stream().filter(key -> key % 10 == 0).count());
  }
}
