package com.throttlex;

import static com.throttlex.Lab.book;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OverridesTest {
  private static final Instant IN_A_MINUTE = ManualTime.START.plusSeconds(60);

  private static List<Rate> rates(String... rates) {
    return List.of(rates).stream().map(Rate::parse).toList();
  }

  @ParameterizedTest
  @EnumSource
  void override_thatRaisesTheLimit_keepsUsage(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "3/1h").algorithm(algorithm)).use("u", 3);
    assertThat(lab.check("u").allowed()).isFalse();

    lab.throttlex.override("u", "r", rates("10/1h"), IN_A_MINUTE);

    Decision next = lab.check("u");
    assertThat(next.limit()).isEqualTo(10);
    assertThat(next.remaining()).isEqualTo(6);
    assertThat(lab.check("v").limit()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void override_thatLowersTheLimit_keepsUsage(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "10/1h").algorithm(algorithm)).use("u", 3);

    lab.throttlex.override("u", "r", rates("4/1h"), IN_A_MINUTE);

    assertThat(lab.check("u").remaining()).isZero();
    assertThat(lab.check("u").allowed()).isFalse();
  }

  @Test
  void override_appliesExactlyUntilItExpires() {
    Lab lab = Lab.of(perUser("r", "3/1h").algorithm(Algorithm.FIXED_WINDOW));
    lab.throttlex.override("u", "r", rates("10/1h"), IN_A_MINUTE);
    lab.use("u", 5);

    lab.time.pass(Duration.ofSeconds(60).minusNanos(1));
    assertThat(lab.check("u", 0).limit()).isEqualTo(10);
    lab.time.pass(Duration.ofNanos(1));

    Decision after = lab.check("u");
    assertThat(after.limit()).isEqualTo(3);
    assertThat(after.allowed()).isFalse();
    assertThat(lab.throttlex.removeOverride("u", "r")).isFalse();
  }

  @Test
  void override_alreadyExpired_hasNoEffect() {
    Lab lab = Lab.of(perUser("r", "3/1h"));

    lab.throttlex.override("u", "r", rates("10/1h"), ManualTime.START);
    lab.throttlex.override("v", "r", rates("10/1h"), Instant.MIN);

    assertThat(lab.check("u").limit()).isEqualTo(3);
    assertThat(lab.check("v").limit()).isEqualTo(3);
  }

  @Test
  void override_withoutEnd_neverExpires() {
    Lab lab = Lab.of(perUser("r", "3/1h"));
    lab.throttlex.override("u", "r", rates("10/1h"), Instant.MAX);
    lab.time.pass(Duration.ofDays(80_000));

    assertThat(lab.check("u").limit()).isEqualTo(10);
  }

  @Test
  void override_whenRemoved_hasNoEffect() {
    Lab lab = Lab.of(perUser("r", "3/1h"), perUser("s", "3/1h"));
    lab.throttlex.override("u", "r", rates("10/1h"), IN_A_MINUTE);
    lab.throttlex.override("u", "s", rates("9/1h"), IN_A_MINUTE);

    assertThat(lab.throttlex.removeOverride("u", "r")).isTrue();
    assertThat(lab.throttlex.removeOverride("u", "r")).isFalse();
    assertThat(lab.throttlex.removeOverride("v", "s")).isFalse();

    assertThat(lab.check("u").limits()).extracting(LimitStatus::capacity).containsExactly(3L, 9L);
  }

  @Test
  void override_whenSetAgain_replacesTheEarlierOne() {
    Lab lab = Lab.of(perUser("r", "3/1h"));
    lab.throttlex.override("u", "r", rates("10/1h"), IN_A_MINUTE);
    lab.throttlex.override("u", "r", rates("5/1h", "7/1d"), IN_A_MINUTE);

    assertThat(lab.check("u").limits()).extracting(LimitStatus::capacity).containsExactly(5L, 7L);
  }

  @Test
  void override_withInvalidArguments_isAnError() {
    Lab lab =
        Lab.of(
            perUser("r", "3/1h").algorithm(Algorithm.SLIDING_WINDOW_LOG),
            Rule.builder("by-ip").limits("3/1h"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.override("u", "by-ip", rates("9/1h"), IN_A_MINUTE))
        .withMessage("rule: by-ip (expected: a rule that counts by user, not by [ip])");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.override("u", "nope", rates("9/1h"), IN_A_MINUTE))
        .withMessage("rule: \"nope\" (expected: the id of a rule)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.override("u", "r", List.of(), IN_A_MINUTE))
        .withMessage("limits: [] (expected: at least one limit)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.override("u", "r", rates("100001/1h"), IN_A_MINUTE))
        .withMessageStartingWith("amount: 100001 (expected: at most 100000");
    assertThatNullPointerException()
        .isThrownBy(() -> lab.throttlex.override(null, "r", rates("9/1h"), IN_A_MINUTE));
    assertThat(lab.check("u").limit()).isEqualTo(3);
  }

  @Test
  void override_whenTheRuleChangesAlgorithm_usesTheNewAlgorithm() {
    Lab lab = Lab.of(perUser("r", "3/1h"));
    lab.throttlex.override("u", "r", rates("10/1h"), IN_A_MINUTE);
    lab.use("u", 4);

    lab.throttlex.rules(book(perUser("r", "3/1h").algorithm(Algorithm.SLIDING_WINDOW_LOG)));

    Decision decision = lab.check("u");
    assertThat(decision.algorithm()).isEqualTo(Algorithm.SLIDING_WINDOW_LOG);
    assertThat(decision.limit()).isEqualTo(10);
    assertThat(decision.remaining()).isEqualTo(5);
  }

  @Test
  void override_tooLargeForTheNewAlgorithm_isIgnoredWhileThatAlgorithmIsUsed() {
    Lab lab = Lab.of(perUser("r", "3/1h"));
    lab.throttlex.override("u", "r", rates("200000/1h"), IN_A_MINUTE);

    lab.throttlex.rules(book(perUser("r", "3/1h").algorithm(Algorithm.SLIDING_WINDOW_LOG)));
    assertThat(lab.check("u").limit()).isEqualTo(3);
    lab.throttlex.rules(book(perUser("r", "3/1h").algorithm(Algorithm.GCRA)));

    assertThat(lab.check("u").limit()).isEqualTo(200_000);
  }

  @Test
  void override_whenTheRuleNoLongerCountsByUser_isIgnored() {
    Lab lab = Lab.of(perUser("r", "3/1h"));
    lab.throttlex.override("u", "r", rates("10/1h"), IN_A_MINUTE);

    lab.throttlex.rules(book(Rule.builder("r").key("global").limits("3/1h")));

    assertThat(lab.check("u").limit()).isEqualTo(3);
  }
}
