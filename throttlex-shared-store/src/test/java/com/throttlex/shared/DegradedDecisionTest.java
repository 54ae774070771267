package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.FailureMode;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DegradedDecisionTest {
  private final GuardLab lab = new GuardLab();

  private ThrottleX throttlex(FailureMode mode) {
    Rule rule = Rule.builder("r").key("user").limits("10/1h").onStoreFailure(mode).build();
    return ThrottleX.of(RuleBook.of(rule), lab.guard, lab.time);
  }

  @Test
  void decision_whileTheStoreIsAway_saysSo() {
    ThrottleX throttlex = throttlex(FailureMode.LOCAL);
    RequestContext request = RequestContext.ofUser("u");
    assertThat(throttlex.check(request).degraded()).isFalse();
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.nodes = 2;
    Decision degraded = throttlex.check(request);
    assertThat(degraded.degraded()).isTrue();
    assertThat(degraded.allowed()).isTrue();
    assertThat(degraded.limit()).isEqualTo(5);
    assertThat(degraded.remaining()).isEqualTo(4);
    assertThat(degraded.currentCount()).isEqualTo(1);
    lab.mend();
    lab.time.passMillis(2_000);

    Decision shared = throttlex.check(request);
    assertThat(shared.degraded()).isFalse();
    assertThat(shared.remaining()).isEqualTo(7);
  }

  @Test
  void denial_whileTheStoreIsAway_asksToComeBackAfterTheNextTrial() {
    ThrottleX throttlex = throttlex(FailureMode.DENY);
    lab.breakWith(FaultyStore.Fault.DOWN);
    Decision denied = throttlex.check(RequestContext.ofUser("u"));

    assertThat(denied.allowed()).isFalse();
    assertThat(denied.degraded()).isTrue();
    assertThat(denied.retryAfter()).isEqualTo(1);
    assertThat(denied.remaining()).isZero();
  }

  @Test
  void decision_thatTheStoreNeverAnswers_isMadeWhenTheTimeoutIsOver() {
    ThrottleX throttlex = throttlex(FailureMode.LOCAL);
    lab.store.fault = FaultyStore.Fault.SILENT;
    CompletionStage<Decision> decision = throttlex.checkAsync(RequestContext.ofUser("u"));
    assertThat(decision).isNotDone();
    lab.time.pass(GuardLab.TIMEOUT);

    assertThat(decision).isCompletedWithValueMatching(made -> made.degraded() && made.allowed());
  }
}
