package com.throttlex.test;

import com.throttlex.Decision;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on a decision. */
public final class DecisionAssert extends AbstractAssert<DecisionAssert, Decision> {
  DecisionAssert(Decision actual) {
    super(actual, DecisionAssert.class);
  }

  /** It lets the request pass, at once or after a wait. */
  public DecisionAssert isAllowed() {
    return expect(decision().allowed(), "allowed");
  }

  /** It does not let the request pass. */
  public DecisionAssert isDenied() {
    return expect(!decision().allowed(), "denied");
  }

  /** It does not let the request pass, because of that rule. */
  public DecisionAssert isDeniedBy(String rule) {
    return isDenied().isReportedBy(rule);
  }

  /** It reports that rule; null is none. */
  public DecisionAssert isReportedBy(@Nullable String rule) {
    return expect(Objects.equals(decision().rule(), rule), "by rule " + rule);
  }

  /** It lets the request pass after a wait of exactly that long. */
  public DecisionAssert isDelayedBy(Duration delay) {
    return isAllowed().expect(decision().delayNanos() == delay.toNanos(), "delayed by " + delay);
  }

  /** So many units are left. */
  public DecisionAssert hasRemaining(long remaining) {
    return expect(decision().remaining() == remaining, remaining + " left");
  }

  /** So many seconds are to be waited before the next attempt. */
  public DecisionAssert hasRetryAfter(long seconds) {
    return expect(decision().retryAfter() == seconds, "retry after " + seconds + " s");
  }

  private Decision decision() {
    isNotNull();
    return actual;
  }

  private DecisionAssert expect(boolean met, String expected) {
    if (!met) {
      Decision decision = decision();
      failWithMessage(
          "decision: %s, delayed by %s, retry after %s s (expected: %s)",
          decision, Duration.ofNanos(decision.delayNanos()), decision.retryAfter(), expected);
    }
    return this;
  }
}
