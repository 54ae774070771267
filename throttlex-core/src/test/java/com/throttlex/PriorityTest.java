package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rule.Shares;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Priority classes: which requests are shed first, and which never. */
class PriorityTest {
  private static final List<String> TIERS = List.of("free", "pro");
  private static final Map<Priority, Integer> SHARES =
      Map.of(Priority.HIGH, 100, Priority.NORMAL, 80, Priority.LOW, 50);

  private static RuleBuilder rule() {
    return Rule.builder("r").key("global").limits("100/1h");
  }

  private static ThrottleX engine(Rule rule, Classifier... priorities) {
    Preamble preamble =
        new Preamble(TIERS, Fallback.ALLOW, List.of(priorities), AdaptiveSettings.DEFAULTS);
    return ThrottleX.of(RuleBook.of(preamble, List.of(rule)), new MemoryStore(), new ManualTime());
  }

  /** Returns how many of 200 requests are allowed. */
  private static int admitted(ThrottleX engine, RequestContextBuilder request) {
    RequestContext asked = request.build();
    int admitted = 0;
    for (int i = 0; i < 200; i++) {
      admitted += engine.check(asked).allowed() ? 1 : 0;
    }
    return admitted;
  }

  private static RequestContextBuilder of(Priority priority) {
    return RequestContext.builder().priority(priority);
  }

  @ParameterizedTest
  @EnumSource
  void classes_useUpTheirShares_lowFirst(Algorithm algorithm) {
    ThrottleX engine = engine(rule().algorithm(algorithm).shares(SHARES).build());

    assertThat(admitted(engine, of(Priority.LOW))).isEqualTo(50);
    assertThat(admitted(engine, of(Priority.NORMAL))).isEqualTo(30);
    assertThat(admitted(engine, of(Priority.LOW))).isZero();
    assertThat(admitted(engine, of(Priority.HIGH))).isEqualTo(20);
    assertThat(admitted(engine, of(Priority.CRITICAL))).isEqualTo(200);
  }

  @ParameterizedTest
  @EnumSource
  void answer_tellsTheClassWhatItMayUse(Algorithm algorithm) {
    ThrottleX engine = engine(rule().algorithm(algorithm).shares(SHARES).build());

    Decision decision = engine.check(of(Priority.LOW).cost(20).build());
    assertThat(decision.limit()).isEqualTo(50);
    assertThat(decision.remaining()).isEqualTo(30);
    assertThat(decision.currentCount()).isEqualTo(20);
    Decision denied = engine.check(of(Priority.LOW).cost(31).build());
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.waitNanos()).isPositive().isLessThan(Long.MAX_VALUE);
    assertThat(engine.check(of(Priority.LOW).cost(51).build()).waitNanos())
        .isEqualTo(Long.MAX_VALUE);
    assertThat(engine.check(of(Priority.HIGH).cost(80).build()).allowed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void deniedClass_fitsWhenItHasWaited(Algorithm algorithm) {
    ManualTime time = new ManualTime();
    ThrottleX engine =
        ThrottleX.of(
            RuleBook.of(rule().algorithm(algorithm).shares(SHARES).build()),
            new MemoryStore(),
            time);
    engine.check(of(Priority.HIGH).cost(70).build());
    RequestContext low = of(Priority.LOW).cost(5).build();

    Decision denied = engine.check(low);
    assertThat(denied.allowed()).isFalse();
    time.pass(Duration.ofNanos(denied.waitNanos() - 1));
    assertThat(engine.check(low).allowed()).isFalse();
    time.pass(Duration.ofNanos(1));
    assertThat(engine.check(low).allowed()).isTrue();
  }

  /** Only stored units are kept for other classes; units that refill go to every class. */
  @Test
  void bucket_givesItsWholeRateToTheOnlyClassThatAsks() {
    ManualTime time = new ManualTime();
    ThrottleX engine =
        ThrottleX.of(RuleBook.of(rule().shares(SHARES).build()), new MemoryStore(), time);
    admitted(engine, of(Priority.LOW));

    int admitted = 0;
    for (int minute = 0; minute < 60; minute++) {
      time.passSeconds(60);
      admitted += admitted(engine, of(Priority.LOW));
    }
    assertThat(admitted).isEqualTo(100);
    assertThat(admitted(engine, of(Priority.HIGH))).isEqualTo(50);
  }

  @Test
  void lowerTiers_areShedBeforeHigherOnes() {
    Map<String, Integer> byTier = Map.of("free", 40, "pro", 90);
    Shares shares = new Shares(Map.of(Priority.NORMAL, byTier, Priority.LOW, byTier));
    ThrottleX engine = engine(rule().shares(shares).build());

    assertThat(admitted(engine, of(Priority.NORMAL))).isEqualTo(40);
    assertThat(admitted(engine, of(Priority.NORMAL).tier("pro"))).isEqualTo(50);
    assertThat(admitted(engine, of(Priority.HIGH))).isEqualTo(10);
  }

  @Test
  void critical_passesRulesThatShed_butNotQuotas() {
    assertThat(admitted(engine(rule().onExceed(OnExceed.SHED).build()), of(Priority.CRITICAL)))
        .isEqualTo(200);
    assertThat(
            admitted(engine(rule().adaptive(new Adaptive(1, 200)).build()), of(Priority.CRITICAL)))
        .isEqualTo(200);
    assertThat(admitted(engine(rule().build()), of(Priority.CRITICAL))).isEqualTo(100);
    Rule named = rule().shares(Map.of(Priority.CRITICAL, 100, Priority.LOW, 10)).build();
    assertThat(admitted(engine(named), of(Priority.CRITICAL))).isEqualTo(100);
  }

  @Test
  void shedRequest_isToldThatCapacityIsWanting() {
    ThrottleX engine = engine(rule().onExceed(OnExceed.SHED).build());

    assertThat(admitted(engine, of(Priority.NORMAL))).isEqualTo(100);
    Decision denied = engine.check(of(Priority.NORMAL).build());
    assertThat(denied.isShed()).isTrue();
    assertThat(denied.limits().get(0).sheds()).isTrue();
    assertThat(denied.asDegraded().isShed()).isTrue();
    assertThat(engine(rule().build()).check(of(Priority.NORMAL).build()).isShed()).isFalse();
  }

  @Test
  void book_classifiesRequests_theFirstThatSaysSoDecides() {
    ThrottleX engine =
        engine(
            rule().shares(Map.of(Priority.NORMAL, 40, Priority.LOW, 20)).build(),
            new Classifier(Match.endpoint("/reports/**"), Priority.LOW, null),
            new Classifier(Match.ALL, Priority.HIGH, KeyPart.parse("header:X-Class")));
    RequestContextBuilder report = of(Priority.CRITICAL).endpoint("/reports/1");

    assertThat(admitted(engine, report.header("x-class", "high"))).isEqualTo(20);
    assertThat(admitted(engine, of(Priority.NORMAL).header("x-class", "LOW"))).isZero();
    assertThat(admitted(engine, of(Priority.NORMAL).header("x-class", "top"))).isEqualTo(20);
    assertThat(admitted(engine, of(Priority.LOW).header("x-class", "critical"))).isEqualTo(60);
  }

  @Test
  void classOfAHeader_whoseNameIsSecret_isReadInClear() {
    ThrottleX engine =
        engine(
            rule().shares(Map.of(Priority.LOW, 20)).build(),
            new Classifier(Match.ALL, Priority.HIGH, KeyPart.parse("header:X-Token-Class")));

    assertThat(admitted(engine, of(Priority.NORMAL).header("x-token-class", "low"))).isEqualTo(20);
  }
}
