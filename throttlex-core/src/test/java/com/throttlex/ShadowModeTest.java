package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShadowModeTest {
  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void shadowRule_whenUsedUp_isReportedButDoesNotDeny(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("trial", "2/1m").mode(Mode.SHADOW).algorithm(algorithm));
    lab.use("u", 2);

    Decision decision = lab.check("u");

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.rule()).isEqualTo("trial");
    assertThat(decision.retryAfter()).isZero();
    assertThat(decision.limits())
        .extracting(LimitStatus::allowed, LimitStatus::shadow, LimitStatus::remaining)
        .containsExactly(tuple(false, true, 0L));
  }

  @Test
  void shadowRule_besideAnEnforcedRule_isReportedOnlyAmongTheLimits() {
    Lab lab = Lab.of(perUser("trial", "1/1m").mode(Mode.SHADOW), perUser("real", "5/1m"));
    lab.use("u", 1);

    Decision decision = lab.check("u");

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.rule()).isEqualTo("real");
    assertThat(decision.remaining()).isEqualTo(3);
    assertThat(decision.limits())
        .extracting(LimitStatus::rule, LimitStatus::allowed, LimitStatus::shadow)
        .containsExactly(tuple("trial", false, true), tuple("real", true, false));
  }

  @Test
  void shadowRule_whenAnEnforcedRuleDenies_isNotCharged() {
    Lab lab = Lab.of(perUser("real", "2/1m"), perUser("trial", "5/1m").mode(Mode.SHADOW));
    lab.use("u", 2);

    assertThat(lab.check("u").allowed()).isFalse();
    assertThat(lab.left("u", "trial")).isEqualTo(3);
  }

  @Test
  void shadowRule_withOneLimitUsedUp_doesNotChargeTheOther() {
    Lab lab = Lab.of(perUser("trial", "2/1m", "5/1d").mode(Mode.SHADOW));
    lab.use("u", 2).use("u", 2);

    assertThat(lab.check("u").limits()).extracting(LimitStatus::remaining).containsExactly(0L, 3L);
  }

  @Test
  void shadowRule_withDefaultRule_doesNotReplaceTheDefaultRule() {
    Fallback fallback = new Fallback.Default(global("default", "2/1m").build());
    Lab lab = Lab.of(fallback, perUser("trial", "100/1m").mode(Mode.SHADOW));
    lab.use("u", 2);

    Decision decision = lab.check("u");

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.rule()).isEqualTo("default");
    assertThat(lab.left("u", "trial")).isEqualTo(98);
  }

  @Test
  void shadowRule_withFallbackDeny_doesNotPreventTheDenial() {
    Lab lab = Lab.of(Fallback.DENY, perUser("trial", "100/1m").mode(Mode.SHADOW));

    Decision decision = lab.check("u");

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.retryAfter()).isEqualTo(1);
    assertThat(lab.throttlex.inspect("trial|user=u")).isEmpty();
  }

  @Test
  void shadowRule_replacesNoOtherRule() {
    Lab lab =
        Lab.of(
            perUser("strict", "1/1m"),
            perUser("lax", "100/1m").mode(Mode.SHADOW).replaces("strict"));
    lab.use("u", 1);

    assertThat(lab.check("u").allowed()).isFalse();
    assertThat(lab.check("u").rule()).isEqualTo("strict");
  }

  @Test
  void shadowRule_neverDelays() {
    Lab lab =
        Lab.of(
            perUser("trial", "1/1s")
                .mode(Mode.SHADOW)
                .onExceed(OnExceed.delay(Duration.ofSeconds(10))));
    lab.use("u", 1);

    assertThat(lab.check("u").verdict()).isEqualTo(Decision.Verdict.ALLOW);
    assertThat(lab.check("u").delayNanos()).isZero();
  }

  @Test
  void ruleThatIsOff_neitherCountsNorDeniesNorReplaces() {
    Lab lab =
        Lab.of(perUser("off", "1/1m").mode(Mode.OFF).replaces("real"), perUser("real", "3/1m"));

    Decision decision = lab.check("u");

    assertThat(decision.limits()).extracting(LimitStatus::rule).containsExactly("real");
    lab.use("u", 2);
    assertThat(lab.check("u").allowed()).isFalse();
    assertThat(lab.throttlex.inspect("off|user=u")).isEmpty();
  }

  @Test
  void ruleThatIsOff_withDefaultRule_doesNotReplaceTheDefaultRule() {
    Fallback fallback = new Fallback.Default(global("default", "2/1m").build());
    Lab lab = Lab.of(fallback, perUser("off", "100/1m").mode(Mode.OFF));

    assertThat(lab.check("u").rule()).isEqualTo("default");
  }
}
