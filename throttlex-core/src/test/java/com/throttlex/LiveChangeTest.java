package com.throttlex;

import static com.throttlex.Lab.book;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.RuleBuilder;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A change of a rule applies from the next check on and keeps the counters. */
class LiveChangeTest {
  private static RuleBuilder rule(Algorithm algorithm, String... limits) {
    return perUser("r", limits).algorithm(algorithm);
  }

  private static Lab used(int times, RuleBuilder rule) {
    return Lab.of(rule).use("u", times);
  }

  @ParameterizedTest
  @EnumSource
  void limit_whenRaised_allowsTheDifference(Algorithm algorithm) {
    Lab lab = used(5, rule(algorithm, "5/1m"));
    assertThat(lab.check("u").allowed()).isFalse();

    lab.throttlex.rules(book(rule(algorithm, "10/1m")));

    Decision next = lab.check("u");
    assertThat(next.allowed()).isTrue();
    assertThat(next.limit()).isEqualTo(10);
    assertThat(next.remaining()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void limit_whenLoweredBelowUsage_denies(Algorithm algorithm) {
    Lab lab = used(7, rule(algorithm, "10/1m"));

    lab.throttlex.rules(book(rule(algorithm, "5/1m")));

    Decision next = lab.check("u");
    assertThat(next.allowed()).isFalse();
    assertThat(next.limit()).isEqualTo(5);
    assertThat(next.remaining()).isZero();
    assertThat(next.currentCount()).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void limit_whenLoweredButAboveUsage_leavesTheRest(Algorithm algorithm) {
    Lab lab = used(3, rule(algorithm, "10/1m"));

    lab.throttlex.rules(book(rule(algorithm, "5/1m")));

    assertThat(lab.check("u").remaining()).isEqualTo(1);
    assertThat(lab.check("v").remaining()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource
  void period_whenChanged_keepsUsage(Algorithm algorithm) {
    for (String period : new String[] {"10/1s", "10/7m", "10/1h"}) {
      Lab lab = used(6, rule(algorithm, "10/1m"));

      lab.throttlex.rules(book(rule(algorithm, period)));

      assertThat(lab.check("u").remaining()).as(period).isEqualTo(3);
    }
  }

  static Stream<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Algorithm from : Algorithm.values()) {
      for (Algorithm to : Algorithm.values()) {
        pairs.add(Arguments.of(from, to));
      }
    }
    return pairs.stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void algorithm_whenChanged_keepsUsage(Algorithm from, Algorithm to) {
    Lab lab = used(6, rule(from, "10/1m"));

    lab.throttlex.rules(book(rule(to, "10/1m")));
    assertThat(lab.check("u").remaining()).isEqualTo(3);

    lab.throttlex.rules(book(rule(from, "10/1m")));
    assertThat(lab.check("u").remaining()).isEqualTo(2);
  }

  @Test
  void timeZone_whenChangedWithinTheSameDay_keepsUsage() {
    Lab lab = used(6, perUser("r", "10/day"));

    List<Rate> inMadeira = List.of(Rate.parse("10/day", ZoneId.of("Atlantic/Madeira")));
    lab.throttlex.rules(book(perUser("r").limits("*", inMadeira)));

    assertThat(lab.check("u").remaining()).isEqualTo(3);
  }

  @Test
  void burst_whenChanged_keepsUsage() {
    Lab lab = used(6, perUser("r", "10/1m"));
    List<Rate> larger = List.of(Rate.parse("10/1m").withBurst(20));
    List<Rate> smaller = List.of(Rate.parse("10/1m").withBurst(5));

    lab.throttlex.rules(book(perUser("r").limits("*", larger)));
    assertThat(lab.check("u").remaining()).isEqualTo(13);
    lab.throttlex.rules(book(perUser("r").limits("*", smaller)));
    assertThat(lab.check("u").allowed()).isFalse();
  }

  @Test
  void limit_whenAddedToARule_startsUnusedAndTheOldKeepsUsage() {
    Lab lab = used(3, rule(Algorithm.TOKEN_BUCKET, "5/1m"));

    lab.throttlex.rules(book(rule(Algorithm.TOKEN_BUCKET, "5/1m", "10/1d")));

    assertThat(lab.check("u").limits()).extracting(LimitStatus::remaining).containsExactly(1L, 9L);
  }

  @Test
  void rule_whenRemovedAndAddedAgain_keepsItsCounters() {
    Lab lab = used(3, rule(Algorithm.FIXED_WINDOW, "5/1m"));

    lab.throttlex.rules(book());
    assertThat(lab.check("u").rule()).isNull();
    lab.throttlex.rules(book(rule(Algorithm.FIXED_WINDOW, "5/1m")));

    assertThat(lab.check("u").remaining()).isEqualTo(1);
    assertThat(lab.throttlex.rules().rule("r")).isNotNull();
  }

  @Test
  void rule_withAnotherIdOrKey_startsUnused() {
    Lab lab = used(3, rule(Algorithm.FIXED_WINDOW, "5/1m"));

    lab.throttlex.rules(book(perUser("s", "5/1m").algorithm(Algorithm.FIXED_WINDOW)));
    assertThat(lab.check("u").remaining()).isEqualTo(4);
    lab.throttlex.rules(book(rule(Algorithm.FIXED_WINDOW, "5/1m").key("user", "global")));
    assertThat(lab.check("u").remaining()).isEqualTo(4);
    lab.throttlex.rules(book(rule(Algorithm.FIXED_WINDOW, "5/1m").key("service")));
    assertThat(lab.check(Lab.user("v").service("u")).remaining()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(names = "CONCURRENCY", mode = EnumSource.Mode.EXCLUDE)
  void settle_afterRuleChange_correctsTheEarlierCharge(Algorithm algorithm) {
    Lab lab = Lab.of(rule(algorithm, "10/1h"));
    String reservation = lab.check(Lab.user("u").cost(5).reserve(true)).reservation();
    lab.throttlex.rules(book(rule(algorithm, "20/1h")));
    lab.check("u");

    lab.throttlex.settle(reservation, 2);

    assertThat(lab.left("u", "r")).isEqualTo(17);
  }
}
