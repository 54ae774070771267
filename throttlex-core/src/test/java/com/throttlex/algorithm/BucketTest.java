package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketTest {
  private static final long NOW = 1_800_000_000_123_456_789L;

  @ParameterizedTest
  @ValueSource(strings = {"3/1s", "7/1m", "30/1s", "1000/7s", "999/1h", "11/365d", "100/1m"})
  void burst_atOneMoment_passesAsAWholeAndIsCountedDownToZero(String text) {
    Meter bucket = (Meter) Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse(text));
    long word = 0;
    for (long left = bucket.capacity() - 1; left >= 0; left--) {
      word = bucket.charge(word, 0, 1, NOW, 0);
      assertThat(word).isNotEqualTo(Meter.DENIED);
      assertThat(bucket.remaining(word, 0, NOW)).isEqualTo(left);
    }
    assertThat(bucket.charge(word, 0, 1, NOW, 0)).isEqualTo(Meter.DENIED);
    long wait = bucket.waitFor(word, 0, 1, NOW, 0);
    assertThat(bucket.charge(word, 0, 1, NOW + wait - 1, 0)).isEqualTo(Meter.DENIED);
    assertThat(bucket.charge(word, 0, 1, NOW + wait, 0)).isNotEqualTo(Meter.DENIED);
  }
}
