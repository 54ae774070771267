package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DelayTest {
  private static final OnExceed HALF_A_SECOND = OnExceed.delay(Duration.ofMillis(500));

  private static RuleBuilder rule(Algorithm algorithm) {
    return perUser("r", "10/1s").algorithm(algorithm).onExceed(HALF_A_SECOND);
  }

  /** The waits of requests that are allowed, until one is not. */
  private static List<Long> delays(Lab lab) {
    List<Long> delays = new ArrayList<>();
    Decision decision = lab.check("u");
    for (; decision.allowed(); decision = lab.check("u")) {
      delays.add(decision.delayMillis());
      assertThat(decision.verdict())
          .isEqualTo(decision.delayNanos() == 0 ? Decision.Verdict.ALLOW : Decision.Verdict.DELAY);
    }
    assertThat(decision.verdict()).isEqualTo(Decision.Verdict.DENY);
    assertThat(decision.delayNanos()).isZero();
    return delays;
  }

  @Test
  void leakyBucket_delaysEachRequestBehindThoseBefore() {
    assertThat(delays(Lab.of(rule(Algorithm.LEAKY_BUCKET))))
        .containsExactly(0L, 100L, 200L, 300L, 400L, 500L);
  }

  @Test
  void leakyBucket_afterDenial_allowsTheNextRequestOnceTheFirstHasLeft() {
    Lab lab = Lab.of(rule(Algorithm.LEAKY_BUCKET));
    delays(lab);
    Decision denied = lab.check("u");
    assertThat(denied.waitNanos()).isEqualTo(100_000_000);
    assertThat(denied.retryAfter()).isEqualTo(1);

    lab.time.pass(Duration.ofNanos(denied.waitNanos() - 1));
    assertThat(lab.check("u").allowed()).isFalse();
    lab.time.pass(Duration.ofNanos(1));

    assertThat(lab.check("u").delayMillis()).isEqualTo(500);
  }

  @Test
  void leakyBucket_withBurst_queuesNoMoreThanTheBurst() {
    RuleBuilder rule =
        rule(Algorithm.LEAKY_BUCKET).limits("*", List.of(Rate.parse("10/1s").withBurst(3)));

    assertThat(delays(Lab.of(rule))).containsExactly(0L, 100L, 200L);
  }

  @Test
  void leakyBucket_afterHigherCost_delaysTheNextRequestLonger() {
    Lab lab = Lab.of(rule(Algorithm.LEAKY_BUCKET));

    assertThat(lab.check("u", 4).delayMillis()).isZero();
    assertThat(lab.check("u", 1).delayMillis()).isEqualTo(400);
    assertThat(lab.check("u", 1).delayMillis()).isEqualTo(500);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "GCRA"})
  void tokenBucket_allowsItsBurstAtOnceAndDelaysWhatFollows(Algorithm algorithm) {
    assertThat(delays(Lab.of(rule(algorithm))))
        .containsExactly(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 100L, 200L, 300L, 400L, 500L);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "GCRA"})
  void tokenBucket_afterDenial_allowsAfterTheWaitItNamed(Algorithm algorithm) {
    Lab lab = Lab.of(rule(algorithm));
    delays(lab);
    Decision denied = lab.check("u");

    lab.time.pass(Duration.ofNanos(denied.waitNanos()));

    assertThat(lab.check("u").allowed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET", "GCRA"})
  void delayedRequests_areAllowedOneByOneAtTheRate(Algorithm algorithm) {
    Lab lab = Lab.of(rule(algorithm));
    delays(lab);

    for (int i = 0; i < 20; i++) {
      lab.time.passMillis(100);
      assertThat(lab.check("u").delayMillis()).isEqualTo(500);
      assertThat(lab.check("u").allowed()).isFalse();
    }
  }

  @Test
  void check_underTwoDelayRules_waitsForTheLongerDelay() {
    Lab lab =
        Lab.of(
            perUser("a", "10/1s").algorithm(Algorithm.LEAKY_BUCKET).onExceed(HALF_A_SECOND),
            perUser("b", "5/1s").algorithm(Algorithm.LEAKY_BUCKET).onExceed(HALF_A_SECOND));

    assertThat(delays(lab)).containsExactly(0L, 200L, 400L);
  }

  @Test
  void check_deniedByOneRule_isNotQueuedInAnother() {
    Lab lab = Lab.of(rule(Algorithm.LEAKY_BUCKET), perUser("b", "2/1s"));

    assertThat(delays(lab)).containsExactly(0L, 100L);
    assertThat(lab.left("u", "r")).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET", "GCRA"})
  void bucket_withoutDelay_neverDelays(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "10/1s").algorithm(algorithm));

    assertThat(delays(lab)).containsOnly(0L).hasSize(10);
  }

  @Test
  void delayMillis_isRoundedUp() {
    Lab lab =
        Lab.of(perUser("r", "3/1s").algorithm(Algorithm.LEAKY_BUCKET).onExceed(HALF_A_SECOND));
    lab.check("u");

    Decision decision = lab.check("u");

    assertThat(decision.delayNanos()).isBetween(333_333_333L, 333_333_335L);
    assertThat(decision.delayMillis()).isEqualTo(334);
  }
}
