package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {
  @ParameterizedTest
  @CsvSource({
    "token-bucket,           true",
    "leaky-bucket,           true",
    "fixed-window,           false",
    "sliding-window-log,     false",
    "sliding-window-counter, false",
    "gcra,                   true",
    "concurrency,            false",
  })
  void algorithm_isParsedByItsName(String name, boolean hasBurst) {
    Algorithm algorithm = Algorithm.parse(name);

    assertThat(algorithm).hasToString(name);
    assertThat(algorithm.hasBurst()).isEqualTo(hasBurst);
    assertThat(algorithm.canDelay()).isEqualTo(hasBurst);
  }

  @Test
  void everyAlgorithm_isParsedFromItsText() {
    assertThat(Arrays.stream(Algorithm.values()).map(a -> Algorithm.parse(a.toString())))
        .containsExactly(Algorithm.values());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TOKEN_BUCKET", "Token-Bucket", "token_bucket", "token-bucket ", "x"})
  void algorithm_ofUnknownName_isAnErrorListingAllNames(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Algorithm.parse(text))
        .withMessage(
            "algorithm: \""
                + text
                + "\" (expected: one of token-bucket leaky-bucket fixed-window sliding-window-log"
                + " sliding-window-counter gcra concurrency)");
  }

  @ParameterizedTest
  @EnumSource
  void burst_isAllowedForBucketsOnly(Algorithm algorithm) {
    Rate rate = Rate.parse("10/1s").withBurst(20);
    if (algorithm.hasBurst()) {
      assertThat(Limit.of(algorithm, rate).capacity()).isEqualTo(20);
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Limit.of(algorithm, rate))
          .withMessage("burst: 20 (expected: none, as " + algorithm + " has no burst)");
    }
  }

  @Test
  void burst_withCalendarPeriod_isAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Limit.of(Algorithm.GCRA, Rate.parse("10/day").withBurst(20)))
        .withMessage("burst: 20 (expected: none, as a calendar window has no burst)");
  }

  @ParameterizedTest
  @EnumSource(names = {"SLIDING_WINDOW_LOG", "CONCURRENCY"})
  void logAlgorithm_ofMoreThanAHundredThousand_isAnError(Algorithm algorithm) {
    assertThat(Limit.of(algorithm, Rate.parse("100000/1d")).capacity()).isEqualTo(100_000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Limit.of(algorithm, Rate.parse("100001/1d")))
        .withMessage(
            "amount: 100001 (expected: at most 100000 with "
                + algorithm
                + ", which keeps every charge; larger amounts fit sliding-window-counter)");
  }

  @Test
  void concurrency_withCalendarPeriod_isAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Limit.of(Algorithm.CONCURRENCY, Rate.parse("5/day")))
        .withMessage("period: day (expected: a length such as 30s with concurrency)");
  }

  @ParameterizedTest
  @CsvSource({
    "1/1d,     18250,           ",
    "1/1d,     18251,           18251",
    "1/1d,     100000,          100000",
    "1/18250d, 2,               36500",
    "1/18250d, 100000000000000, 1825000000000000000",
  })
  void bucket_thatNeedsMoreThanFiftyYearsToFill_isAnError(String text, long burst, String days) {
    Rate rate = Rate.parse(text).withBurst(burst);
    if (days == null) {
      assertThat(Limit.of(Algorithm.TOKEN_BUCKET, rate).capacity()).isEqualTo(burst);
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Limit.of(Algorithm.TOKEN_BUCKET, rate))
          .withMessage(
              "burst: %s (expected: one that %s fills within 18250d, not in %sd)"
                  .formatted(burst, text, days));
    }
  }

  @Test
  void limits_ofSameRateAndAlgorithm_areEqual() {
    Limit limit = Limit.of(Algorithm.GCRA, Rate.parse("10/1s"));

    assertThat(limit)
        .isEqualTo(Limit.of(Algorithm.GCRA, Rate.parse("10/1000ms")))
        .hasSameHashCodeAs(Limit.of(Algorithm.GCRA, Rate.parse("10/1000ms")))
        .isNotEqualTo(Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("10/1s")))
        .isNotEqualTo(Limit.of(Algorithm.GCRA, Rate.parse("11/1s")))
        .isNotEqualTo(Limit.of(Algorithm.GCRA, Rate.parse("10/1s").withBurst(11)))
        .hasToString("10/1s gcra");
  }
}
