package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.algorithm.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CombinedRulesTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void check_underTwoRules_isChargedToBoth() {
    Lab lab = Lab.of(perUser("mine", "5/1m"), global("all", "8/1m"));

    Decision decision = lab.check("u");

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.limits())
        .extracting(LimitStatus::rule, LimitStatus::capacity, LimitStatus::remaining)
        .containsExactly(tuple("mine", 5L, 4L), tuple("all", 8L, 7L));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_deniedByFirstRule_isNotChargedToTheSecond(Algorithm algorithm) {
    Lab lab =
        Lab.of(
            perUser("mine", "5/1m").algorithm(algorithm),
            global("all", "8/1m").algorithm(algorithm));
    lab.use("u", 5);

    assertThat(lab.check("u").allowed()).isFalse();
    assertThat(lab.check("u").rule()).isEqualTo("mine");
    assertThat(lab.left("u", "all")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_deniedBySecondRule_isNotChargedToTheFirst(Algorithm algorithm) {
    Lab lab =
        Lab.of(
            perUser("mine", "5/1m").algorithm(algorithm),
            global("all", "8/1m").algorithm(algorithm));
    lab.use("u", 5).use("v", 3);

    assertThat(lab.check("v").allowed()).isFalse();
    assertThat(lab.check("v").rule()).isEqualTo("all");
    assertThat(lab.left("v", "mine")).isEqualTo(2);
  }

  @Test
  void check_deniedByTwoRules_reportsTheLongestWaitInAnyRuleOrder() {
    Lab quickFirst = Lab.of(global("quick", "1/1s"), global("slow", "1/1m")).use("u", 1);
    Lab slowFirst = Lab.of(global("slow", "1/1m"), global("quick", "1/1s")).use("u", 1);

    for (Lab lab : new Lab[] {quickFirst, slowFirst}) {
      Decision decision = lab.check("u");
      assertThat(decision.rule()).isEqualTo("slow");
      assertThat(decision.waitNanos()).isEqualTo(60 * SECOND);
    }
  }

  @Test
  void check_deniedByOneOfTwoRules_reportsTheDenyingRule() {
    Lab lab = Lab.of(global("wide", "10/1m"), global("narrow", "3/1m"));

    Decision decision = lab.check("u", 4);

    assertThat(decision.rule()).isEqualTo("narrow");
    assertThat(decision.remaining()).isEqualTo(3);
    lab.check("u", 2);
    assertThat(lab.check("u", 9).limits())
        .extracting(LimitStatus::rule, LimitStatus::allowed, LimitStatus::remaining)
        .containsExactly(tuple("wide", false, 8L), tuple("narrow", false, 1L));
  }

  @Test
  void check_deniedByTwoRulesWithEqualWait_reportsTheFirstRule() {
    Lab lab = Lab.of(global("a", "1/1m"), global("b", "1/1m")).use("u", 1);

    assertThat(lab.check("u").rule()).isEqualTo("a");
  }

  @Test
  void check_allowedByAllRules_reportsTheRuleWithLeastRemaining() {
    Lab lab = Lab.of(perUser("mine", "5/1m"), global("all", "7/1m"));

    assertThat(lab.check("u").rule()).isEqualTo("mine");
    lab.use("v", 2).use("w", 2);
    Decision decision = lab.check("u");

    assertThat(decision.rule()).isEqualTo("all");
    assertThat(decision.remaining()).isEqualTo(1);
    assertThat(decision.limit()).isEqualTo(7);
    assertThat(decision.currentCount()).isEqualTo(6);
  }

  @Test
  void check_allowedWithEqualRemaining_reportsTheFirstRule() {
    assertThat(Lab.of(global("a", "5/1m"), global("b", "5/1m")).check("u").rule()).isEqualTo("a");
    assertThat(Lab.of(global("b", "5/1m"), global("a", "5/1m")).check("u").rule()).isEqualTo("b");
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_underRuleWithTwoLimits_isChargedToBothOrNone(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("both", "2/1s", "3/1m").algorithm(algorithm));
    lab.use("u", 2);

    Decision bySecond = lab.check("u");
    assertThat(bySecond.allowed()).isFalse();
    assertThat(bySecond.limits())
        .extracting(LimitStatus::capacity, LimitStatus::allowed, LimitStatus::remaining)
        .containsExactly(tuple(2L, false, 0L), tuple(3L, true, 1L));

    lab.time.passSeconds(2);
    assertThat(lab.check("u").allowed()).isTrue();
    Decision byMinute = lab.check("u");
    assertThat(byMinute.allowed()).isFalse();
    assertThat(byMinute.limit()).isEqualTo(3);
    assertThat(byMinute.limits())
        .extracting(LimitStatus::capacity, LimitStatus::allowed, LimitStatus::remaining)
        .containsExactly(tuple(2L, true, 1L), tuple(3L, false, 0L));
  }

  @Test
  void check_underManyRules_isChargedToEachOrNone() {
    Lab lab =
        Lab.of(
            global("a", "10/1m"),
            global("b", "20/1m").algorithm(Algorithm.FIXED_WINDOW),
            global("c", "30/1m").algorithm(Algorithm.SLIDING_WINDOW_LOG),
            global("d", "40/1m").algorithm(Algorithm.SLIDING_WINDOW_COUNTER),
            global("e", "50/1m").algorithm(Algorithm.GCRA),
            global("f", "60/1m").algorithm(Algorithm.LEAKY_BUCKET),
            global("g", "70/1m").algorithm(Algorithm.CONCURRENCY),
            global("h", "80/1m"),
            perUser("i", "90/1m"));

    assertThat(lab.check("u", 7).limits())
        .extracting(LimitStatus::remaining)
        .containsExactly(3L, 13L, 23L, 33L, 43L, 53L, 63L, 73L, 83L);
    assertThat(lab.check("u", 4).allowed()).isFalse();
    assertThat(lab.check("v", 0).limits())
        .extracting(LimitStatus::remaining)
        .containsExactly(3L, 13L, 23L, 33L, 43L, 53L, 63L, 73L, 90L);
  }

  @Test
  void keysOfOneRule_areCountedSeparately() {
    Lab lab = Lab.of(perUser("mine", "2/1m"));
    lab.use("u", 2);

    assertThat(lab.check("u").allowed()).isFalse();
    assertThat(lab.check("U").remaining()).isEqualTo(1);
    assertThat(lab.check("v").remaining()).isEqualTo(1);
  }
}
