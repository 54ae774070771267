package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Limit;
import com.throttlex.http.DecisionJson;
import com.throttlex.request.RequestContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decisions that another process or no rule made. */
class DecisionElsewhereTest {
  private static Decision retold(Decision decision) {
    return Decision.madeElsewhere(
        decision.allowed(),
        decision.nowNanos(),
        Duration.ofNanos(decision.delayNanos()),
        decision.state(),
        decision.limits(),
        decision.reported(),
        decision.reservation(),
        decision.degraded());
  }

  @Test
  void decisionMadeElsewhere_saysAllThatTheOriginalSaid() {
    Lab lab = Lab.of(perUser("a", "2/1m", "9/1h"), perUser("b", "5/1m"));
    for (int i = 0; i < 3; i++) {
      Decision decision = lab.check("u");
      Decision retold = retold(decision);

      assertThat(DecisionJson.body(retold)).isEqualTo(DecisionJson.body(decision));
      assertThat(retold.waitNanos()).isEqualTo(decision.waitNanos());
      assertThat(retold.toString()).isEqualTo(decision.toString());
    }
    assertThat(lab.check("u").allowed()).isFalse();
  }

  @Test
  void decisionMadeElsewhereByNoRule_keepsItsVerdictAndWhetherItIsDegraded() {
    Decision denied =
        Decision.madeElsewhere(false, 5, Duration.ZERO, State.THROTTLED, List.of(), -1, null, true);

    assertThat(denied.allowed()).isFalse();
    assertThat(denied.rule()).isNull();
    assertThat(denied.degraded()).isTrue();
    assertThat(denied.waitNanos()).isEqualTo(Limit.NEVER);
  }

  @Test
  void degradedDecision_isTheSameInAllElse() {
    Lab lab = Lab.of(perUser("a", "2/1m", "9/1h"));
    Decision decision = lab.check(Lab.user("u").reserve(true));

    Decision degraded = decision.asDegraded();

    assertThat(decision.degraded()).isFalse();
    assertThat(degraded.degraded()).isTrue();
    assertThat(degraded.reservation()).isNotNull().isEqualTo(decision.reservation());
    assertThat(degraded.limits()).isEqualTo(decision.limits());
    assertThat(DecisionJson.body(degraded).replace("\"degraded\":true", "\"degraded\":false"))
        .isEqualTo(DecisionJson.body(decision));
    assertThat(Lab.of().check("u").asDegraded().degraded()).isTrue();
  }

  @Test
  void decisionWithoutRules_isDegradedAndSaysNothingOfLimits() {
    assertThat(Decision.withoutRules(true, 5).allowed()).isTrue();
    Decision denied = Decision.withoutRules(false, 5);

    assertThat(denied.allowed()).isFalse();
    assertThat(denied.degraded()).isTrue();
    assertThat(denied.limits()).isEmpty();
    assertThat(denied.retryAfter()).isEqualTo(1);
    assertThat(denied.nowNanos()).isEqualTo(5);
  }

  @Test
  void checkByAPartOfTheRules_countsInTheSameCountersAndLeavesTheRulesInForce() {
    Lab lab = Lab.of(perUser("a", "5/1m"), perUser("b", "9/1m"));
    RequestContext request = RequestContext.ofUser("u");

    Decision part =
        lab.throttlex
            .checkAsync(request, Lab.book(perUser("a", "5/1m")))
            .toCompletableFuture()
            .join();

    assertThat(part.limits()).extracting(LimitStatus::rule).containsExactly("a");
    assertThat(lab.left("u", "a")).isEqualTo(4);
    assertThat(lab.left("u", "b")).isEqualTo(9);
    assertThat(lab.throttlex.checkAsync(request).toCompletableFuture().join().limits()).hasSize(2);
    assertThat(lab.left("u", "a")).isEqualTo(3);
  }
}
