package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The times in a decision: retry-after and reset. */
class AnswerTest {
  private static final long START = ManualTime.START.getEpochSecond();

  private static Lab lab(String rate, Algorithm algorithm) {
    return Lab.of(perUser("r", rate).algorithm(algorithm));
  }

  @ParameterizedTest
  @CsvSource({
    "10/1ms,  1",
    "10/1s,   1",
    "1/1s,    1",
    "1/1001ms, 2",
    "1/1500ms, 2",
    "1/2s,    2",
    "1/59999ms, 60",
    "1/1d,    86400",
    "1/18250d, 1576800000",
  })
  void retryAfter_isRoundedUpToWholeSecondsAndAtLeastOne(String rate, long seconds) {
    Lab lab = lab(rate, Algorithm.TOKEN_BUCKET);
    long amount = lab.check("u", 0).limit();
    lab.check("u", amount);

    assertThat(lab.check("u", 1).retryAfter()).isEqualTo(seconds);
  }

  @Test
  void retryAfter_shrinksAsTimePassesAndIsZeroWhenAllowed() {
    Lab lab = lab("1/10s", Algorithm.FIXED_WINDOW);
    assertThat(lab.check("u").retryAfter()).isZero();
    assertThat(lab.check("u").retryAfter()).isEqualTo(10);
    lab.time.pass(Duration.ofSeconds(9).plusNanos(1));
    assertThat(lab.check("u").retryAfter()).isEqualTo(1);
    assertThat(lab.check("u").waitNanos()).isEqualTo(999_999_999);
    lab.time.pass(Duration.ofNanos(999_999_999));
    assertThat(lab.check("u").retryAfter()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void waitOfADenial_isExactToTheNanosecond(Algorithm algorithm) {
    Lab lab = lab("7/61s", algorithm);
    lab.time.pass(Duration.ofMillis(12_345));
    for (int i = 0; i < 7; i++) {
      lab.check("u");
      lab.time.pass(Duration.ofNanos(123_456_789L * i));
    }
    Decision denied = lab.check("u", 5);
    assertThat(denied.allowed()).isFalse();

    lab.time.pass(Duration.ofNanos(denied.waitNanos() - 1));
    assertThat(lab.check("u", 5).allowed()).isFalse();
    assertThat(lab.check("u", 5).waitNanos()).isEqualTo(1);
    lab.time.pass(Duration.ofNanos(1));
    assertThat(lab.check("u", 5).allowed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "TOKEN_BUCKET,           28",
    "LEAKY_BUCKET,           28",
    "GCRA,                   28",
    "FIXED_WINDOW,           40",
    "SLIDING_WINDOW_LOG,     45",
    "SLIDING_WINDOW_COUNTER, 60",
    "CONCURRENCY,            45",
  })
  void resetAt_isWhenNothingIsInUseAnyMore(Algorithm algorithm, long afterStart) {
    Lab lab = lab("10/20s", algorithm);
    lab.time.passSeconds(24);
    lab.check("u");
    lab.time.passSeconds(1);

    assertThat(lab.check("u").resetAt()).isEqualTo(START + afterStart);
  }

  @Test
  void resetAt_isRoundedUpToWholeSeconds() {
    Lab lab = lab("10/1s", Algorithm.TOKEN_BUCKET);

    assertThat(lab.check("u").resetAt()).isEqualTo(START + 1);
    assertThat(lab.check("u").limits().get(0).resetAtNanos())
        .isEqualTo(START * 1_000_000_000L + 200_000_000L);
  }

  @ParameterizedTest
  @EnumSource
  void counter_atItsResetTime_isFullAgain(Algorithm algorithm) {
    Lab lab = lab("7/61s", algorithm);
    lab.time.pass(Duration.ofMillis(12_345));
    lab.check("u", 3);
    lab.time.pass(Duration.ofMillis(777));
    long reset = lab.check("u", 2).limits().get(0).resetAtNanos();

    lab.time.pass(Duration.ofNanos(reset - lab.time.nanos() - 1));
    assertThat(lab.left("u", "r")).isLessThan(7);
    lab.time.pass(Duration.ofNanos(1));
    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  @Test
  void decision_asText_showsVerdictRuleAndRemaining() {
    Lab lab = lab("1/1m", Algorithm.TOKEN_BUCKET);

    assertThat(lab.check("u")).hasToString("ALLOW by r, 0 of 1 left");
    assertThat(lab.check("u")).hasToString("DENY by r, 0 of 1 left");
    assertThat(lab.check("u").degraded()).isFalse();
    assertThat(lab.check("u").algorithm()).isEqualTo(Algorithm.TOKEN_BUCKET);
    assertThat(lab.check("u").nowNanos()).isEqualTo(lab.time.nanos());
  }
}
