package com.throttlex.test;

import static com.throttlex.test.ThrottleXAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionAssertTest {
  private final ManualClock clock = new ManualClock();

  private ThrottleX limit(OnExceed onExceed) {
    Rule rule = Rule.builder("all").key("global").limits("1/10s").onExceed(onExceed).build();
    return ThrottleX.of(
        RuleBook.of(List.of(), Fallback.ALLOW, List.of(rule)), new MemoryStore(), clock);
  }

  private static Decision check(ThrottleX throttlex) {
    return throttlex.check(RequestContext.ofUser("ann"));
  }

  @Test
  void assertions_whenTheyHold_pass() {
    ThrottleX rejects = limit(OnExceed.REJECT);
    assertThat(check(rejects)).isAllowed().isReportedBy("all").hasRemaining(0).hasRetryAfter(0);
    assertThat(check(rejects)).isDenied().isDeniedBy("all").hasRetryAfter(10);
    ThrottleX delays = limit(OnExceed.delay(Duration.ofMinutes(1)));
    assertThat(check(delays)).isDelayedBy(Duration.ZERO);
    assertThat(check(delays)).isAllowed().isDelayedBy(Duration.ofSeconds(10));
  }

  @Test
  void assertions_whenTheyDoNotHold_failWithTheDecision() {
    ThrottleX rejects = limit(OnExceed.REJECT);
    Decision allowed = check(rejects);
    Decision denied = check(rejects);
    assertFails(() -> assertThat(denied).isAllowed(), "expected: allowed");
    assertFails(() -> assertThat(allowed).isDenied(), "expected: denied");
    assertFails(() -> assertThat(allowed).isDeniedBy("all"), "expected: denied");
    assertFails(() -> assertThat(denied).isDeniedBy("other"), "expected: by rule other");
    assertFails(() -> assertThat(allowed).isReportedBy(null), "expected: by rule null");
    assertFails(() -> assertThat(allowed).hasRemaining(1), "expected: 1 left");
    assertFails(() -> assertThat(denied).hasRetryAfter(9), "expected: retry after 9 s");
    assertFails(
        () -> assertThat(allowed).isDelayedBy(Duration.ofSeconds(1)), "expected: delayed by PT1S");
  }

  private static void assertFails(Runnable assertion, String message) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(assertion::run)
        .withMessageContaining(message);
  }
}
