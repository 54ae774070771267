package com.throttlex.http;

import static com.throttlex.http.Scene.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.State;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordingTest {
  @Test
  void detail_namesTheRuleThatTakesLongest() {
    assertThat(detail(rule("orders", "10/1m", "12/2h"), 12))
        .isEqualTo(
            "Rule orders allows 10/1m."
                + " The request costs more than that at once, so a retry cannot succeed.");
    assertThat(detail(rule("orders", "13/1m", "12/2h"), 12))
        .isEqualTo("Rule orders allows 12/2h. Try again in 10 minutes.");
  }

  @Test
  void detail_ofABurst_saysBoth() {
    RuleBuilder burst =
        Rule.builder("b").key("global").limits("*", List.of(Rate.parse("10/1s").withBurst(100)));
    assertThat(detail(burst, 100))
        .isEqualTo("Rule b allows 10/1s with a burst of 100. Try again in 1 second.");
  }

  @Test
  void detail_ofSlots_countsThem() {
    assertThat(detail(rule("slots", "2/30s").algorithm(Algorithm.CONCURRENCY), 2))
        .isEqualTo("Rule slots allows 2 at a time. Try again in 30 seconds.");
  }

  @Test
  void detail_ofACalendarPeriod_namesIt() {
    assertThat(detail(rule("daily", "5/day"), 5))
        .isEqualTo("Rule daily allows 5/day. Try again in 10 hours.");
  }

  @Test
  void denial_whenTheLimitsCannotBeAsked_saysSo() {
    assertThat(Wording.denial(Decision.withoutRules(false, 0)))
        .isEqualTo("Rate limits are temporarily unavailable; requests are denied.");
    assertThat(
            Wording.denial(
                Decision.madeElsewhere(
                    false, 0, Duration.ZERO, State.THROTTLED, List.of(), -1, null, false)))
        .isEqualTo("No rule applies to the request, and such requests are denied.");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1 second",
    "119, 119 seconds",
    "120, 2 minutes",
    "121, 3 minutes",
    "7199, 120 minutes",
    "7200, 2 hours",
    "7201, 3 hours",
    "172799, 48 hours",
    "172801, 3 days"
  })
  void time_isRoundedUpToItsUnit(long seconds, String words) {
    assertThat(Wording.time(seconds)).isEqualTo(words);
  }

  /** Uses up that much, then requests one more unit, or all at once if it can never fit. */
  private static String detail(RuleBuilder rule, long cost) {
    Scene scene = Scene.of(rule);
    Decision first = scene.check(cost);
    Decision decision = first.allowed() ? scene.check(1) : first;
    return Wording.detail(decision, NamedLimit.shown(decision));
  }
}
