package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Sync;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleValidationTest {
  private static RuleBuilder rule() {
    return Rule.builder("r").limits("10/1s");
  }

  private static List<RuleProblem> problems(RuleBuilder rule) {
    try {
      rule.build();
      return List.of();
    } catch (InvalidRulesException e) {
      return e.problems();
    }
  }

  private static void assertWrong(RuleBuilder rule, String field, String message) {
    assertThat(problems(rule)).containsExactly(new RuleProblem("r", field, message));
  }

  @Test
  void rule_withOnlyALimit_hasTheDefaults() {
    Rule rule = rule().build();

    assertThat(rule.match()).isEqualTo(Match.ALL);
    assertThat(rule.key()).containsExactly(KeyPart.parse("ip"));
    assertThat(rule.limits()).containsExactly(Map.entry("*", List.of(Rate.parse("10/1s"))));
    assertThat(rule.algorithm()).isEqualTo(Algorithm.TOKEN_BUCKET);
    assertThat(rule.cost()).isEqualTo(1);
    assertThat(rule.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(rule.rollout()).isEqualTo(100);
    assertThat(rule.shares().isEmpty()).isTrue();
    assertThat(rule.onExceed()).isEqualTo(OnExceed.REJECT);
    assertThat(rule.onStoreFailure()).isNull();
    assertThat(rule.sync()).isEqualTo(Sync.STRICT);
    assertThat(rule.adaptive()).isNull();
    assertThat(rule.replaces()).isEmpty();
  }

  @Test
  void problems_ofOneRule_areAllReportedAtOnce() {
    RuleBuilder rule =
        Rule.builder("-bad id")
            .key("user", "user")
            .limits("10/1s", "200000/1d")
            .limits("pro", List.of(Rate.parse("5/1s").withBurst(9)))
            .algorithm(Algorithm.SLIDING_WINDOW_LOG)
            .cost(0)
            .rollout(101)
            .shares(Map.of(Priority.LOW, -1))
            .onExceed(OnExceed.delay(Duration.ofSeconds(1)))
            .adaptive(new Adaptive(1, Long.MAX_VALUE))
            .replaces("-bad id");

    assertThat(problems(rule))
        .extracting(RuleProblem::field)
        .containsExactly(
            "id",
            "key",
            "limits",
            "limits",
            "limits",
            "cost",
            "rollout",
            "shares",
            "on-exceed",
            "adaptive",
            "replaces");
    assertThatExceptionOfType(InvalidRulesException.class)
        .isThrownBy(rule::build)
        .withMessageStartingWith("rule -bad id: id: \"-bad id\" (expected: ")
        .withMessageContaining("; rule -bad id: rollout: 101 (expected: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "A.b_c-9", "r", "orders-per-user"})
  void ruleId_ofAllowedCharacters_isValid(String id) {
    assertThat(problems(Rule.builder(id).limits("1/1s"))).isEmpty();
    assertThat(problems(Rule.builder("x".repeat(128)).limits("1/1s"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "-a", ".a", "_a", "a b", "a|b", "a=b", "a%", "ä", "a\n", "a/b"})
  void ruleId_ofOtherCharactersOrTooLong_isAProblem(String id) {
    assertThat(problems(Rule.builder(id).limits("1/1s")))
        .extracting(RuleProblem::message)
        .containsExactly(
            "id: \""
                + id
                + "\" (expected: 1 to 128 letters, digits, . _ - beginning with a letter or digit)");
    assertThat(problems(Rule.builder("x".repeat(129)).limits("1/1s"))).hasSize(1);
  }

  @Test
  void key_ofASubjectThatTheMatchDoesNotName_isAProblem() {
    assertWrong(
        rule().key("subject"),
        "key",
        "key: subject (expected: match.subjects, because subject says which of them matched)");
  }

  @Test
  void key_withoutPartsOrWithDuplicates_isAProblem() {
    assertWrong(rule().key(), "key", "key: [] (expected: at least one part, each once)");
    assertWrong(
        rule().key("header:A", "header:a"),
        "key",
        "key: [header:a, header:a] (expected: at least one part, each once)");
  }

  @Test
  void limits_missingOrMixedWithLimitsByTier_areAProblem() {
    assertWrong(
        Rule.builder("r"), "limits", "limits: none (expected: at least one limit such as 100/1m)");
    assertWrong(
        rule().limits("*", List.of()),
        "limits",
        "limits: *: [] (expected: at least one limit such as 100/1m)");
    assertWrong(
        rule().limits("pro", List.of(Rate.parse("1/1s"))),
        "limits",
        "limits: [*, pro] (expected: limits either for every tier or by tier)");
  }

  @Test
  void limits_thatDoNotFitTheAlgorithm_areAProblem() {
    List<Rate> burst = List.of(Rate.parse("10/1s").withBurst(20));
    assertWrong(
        rule().limits("*", burst).algorithm(Algorithm.FIXED_WINDOW),
        "limits",
        "limits: burst: 20 (expected: none, as fixed-window has no burst)");
    assertWrong(
        rule().limits("100001/1d").algorithm(Algorithm.SLIDING_WINDOW_LOG),
        "limits",
        "limits: amount: 100001 (expected: at most 100000 with sliding-window-log, which keeps"
            + " every charge; larger amounts fit sliding-window-counter)");
    assertWrong(
        rule().limits("10/day").algorithm(Algorithm.CONCURRENCY),
        "limits",
        "limits: period: day (expected: a length such as 30s with concurrency)");
    assertWrong(
        rule().limits("*", List.of(Rate.parse("1/1d").withBurst(20_000))),
        "limits",
        "limits: burst: 20000 (expected: one that 1/1d fills within 18250d, not in 20000d)");
  }

  @Test
  void cost_aboveTheSmallestCapacityOrBelowOne_isAProblem() {
    List<Rate> burst = List.of(Rate.parse("10/1s").withBurst(20));
    assertThat(problems(rule().limits("10/1s", "100/1m").cost(10))).isEmpty();
    assertThat(problems(rule().limits("*", burst).cost(20))).isEmpty();
    assertWrong(
        rule().limits("10/1s", "100/1m").cost(11),
        "cost",
        "cost: 11 (expected: at most 10, or no request is ever allowed by 10/1s)");
    assertThat(problems(rule().cost(RequestContext.MAX_COST + 1)))
        .extracting(RuleProblem::message)
        .containsExactly(
            "cost: 1000000000000001 (expected: at most 10, or no request is ever allowed by 10/1s)",
            "cost: 1000000000000001 (expected: a whole number from 1 to 1000000000000000)");
    assertWrong(
        rule().cost(0), "cost", "cost: 0 (expected: a whole number from 1 to 1000000000000000)");
  }

  @Test
  void percentages_outsideZeroToHundred_areAProblem() {
    assertThat(problems(rule().rollout(0))).isEmpty();
    assertWrong(
        rule().rollout(-1), "rollout", "rollout: -1 (expected: a whole number from 0 to 100)");
    assertThat(problems(rule().shares(Map.of(Priority.LOW, 0, Priority.HIGH, 100)))).isEmpty();
    assertWrong(
        rule().shares(Map.of(Priority.LOW, 101)),
        "shares",
        "shares: 101 (expected: a whole number from 0 to 100)");
  }

  @Test
  void shares_withMoreForALowerPriority_areAProblem() {
    assertThat(problems(rule().shares(Map.of(Priority.NORMAL, 50, Priority.LOW, 50)))).isEmpty();
    assertThat(problems(rule().shares(Map.of(Priority.CRITICAL, 100, Priority.LOW, 0)))).isEmpty();
    assertWrong(
        rule().shares(Map.of(Priority.NORMAL, 50, Priority.LOW, 80)),
        "shares",
        "shares: 80 for \"low\" (expected: at most 50, as normal has)");
    assertWrong(
        rule()
            .shares(
                Map.of(
                    Priority.CRITICAL,
                    90,
                    Priority.HIGH,
                    95,
                    Priority.NORMAL,
                    90,
                    Priority.LOW,
                    10)),
        "shares",
        "shares: 95 for \"high\" (expected: at most 90, as critical has)");
    assertThat(problems(rule().shares(Map.of(Priority.NORMAL, 50)))).isEmpty();
  }

  @Test
  void delay_isAllowedForBucketsOnly() {
    OnExceed delay = OnExceed.delay(Duration.ofMillis(500));
    for (Algorithm algorithm : Algorithm.values()) {
      RuleBuilder rule = rule().algorithm(algorithm).onExceed(delay);
      if (algorithm.canDelay()) {
        assertThat(problems(rule)).isEmpty();
      } else {
        assertWrong(
            rule,
            "on-exceed",
            "on-exceed: delay with "
                + algorithm
                + " (expected: token-bucket, leaky-bucket or gcra, because only these can delay)");
      }
      assertThat(problems(rule.onExceed(OnExceed.QUEUE))).isEmpty();
    }
  }

  @Test
  void delay_outsideOneMillisecondToOneMinute_isAnError() {
    assertThat(OnExceed.delay(Duration.ofMillis(1)).maxDelay()).isEqualTo(Duration.ofMillis(1));
    assertThat(OnExceed.delay(Duration.ofMinutes(1)).kind()).isEqualTo(OnExceed.Kind.DELAY);
    for (Duration delay :
        new Duration[] {
          Duration.ZERO, Duration.ofNanos(999_999), Duration.ofMillis(-1), Duration.ofMillis(60_001)
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> OnExceed.delay(delay))
          .withMessage("on-exceed: delay " + delay + " (expected: between 1ms and 1m)");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OnExceed(OnExceed.Kind.REJECT, Duration.ofMillis(5)));
  }

  @Test
  void queue_outsideOneMillisecondToOneMinute_isAnError() {
    assertThat(OnExceed.QUEUE).isEqualTo(OnExceed.queue(Duration.ofSeconds(10)));
    assertThat(OnExceed.queue(Duration.ofMinutes(1)).maxDelay()).isEqualTo(Duration.ZERO);
    for (Duration wait : new Duration[] {Duration.ZERO, Duration.ofMillis(60_001)}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> OnExceed.queue(wait))
          .withMessage("on-exceed: queue " + wait + " (expected: between 1ms and 1m)");
    }
  }

  @Test
  void adaptiveRange_inWrongOrderOrNotFittingTheLimit_isAProblem() {
    assertThat(problems(rule().adaptive(new Adaptive(10, 10)))).isEmpty();
    assertThat(problems(rule().adaptive(new Adaptive(1, 1_000_000_000)))).isEmpty();
    assertWrong(
        rule().adaptive(new Adaptive(1, 1_000_000_001)),
        "adaptive",
        "adaptive: 1000000001 (expected: at most 1000000000 per 1s)");
    assertWrong(
        rule().limits("10/1d").adaptive(new Adaptive(1, Rate.MAX_AMOUNT + 1)),
        "adaptive",
        "adaptive: 100000000000001 (expected: at most 100000000000000)");
    assertWrong(
        rule().adaptive(new Adaptive(11, 20)),
        "adaptive",
        "adaptive: a limit of 10/1s (expected: an amount from the min, 11, to the max, 20)");
    assertWrong(
        rule().adaptive(new Adaptive(1, 9)),
        "adaptive",
        "adaptive: a limit of 10/1s (expected: an amount from the min, 1, to the max, 9)");
    assertWrong(
        rule().algorithm(Algorithm.CONCURRENCY).adaptive(new Adaptive(1, 100_001)),
        "adaptive",
        "adaptive: amount: 100001 (expected: at most 100000 with concurrency, which keeps every"
            + " charge; larger amounts fit sliding-window-counter)");
    assertWrong(
        rule().cost(4).adaptive(new Adaptive(3, 20)),
        "cost",
        "cost: 4 (expected: at most 3, or no request is allowed when adaptive is at its min)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Adaptive(5, 4))
        .withMessage("adaptive: {min: 5, max: 4} (expected: 1 <= min <= max)");
    assertThatIllegalArgumentException().isThrownBy(() -> new Adaptive(0, 4));
  }

  @Test
  void rule_thatReplacesItself_isAProblem() {
    assertWrong(
        rule().replaces("a", "r"), "replaces", "replaces: r (expected: the ids of other rules)");
  }
}
