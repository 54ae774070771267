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

  /** Verifies that the request may proceed, at once or after a delay. */
  public DecisionAssert isAllowed() {
    return expect(decision().allowed(), "allowed");
  }

  /** Verifies that the request is denied. */
  public DecisionAssert isDenied() {
    return expect(!decision().allowed(), "denied");
  }

  /** Verifies that a rule denied the request. */
  public DecisionAssert isDeniedBy(String rule) {
    return isDenied().isReportedBy(rule);
  }

  /** Verifies the reported rule; null means none. */
  public DecisionAssert isReportedBy(@Nullable String rule) {
    return expect(Objects.equals(decision().rule(), rule), "by rule " + rule);
  }

  /** Verifies that the request is allowed after exactly that delay. */
  public DecisionAssert isDelayedBy(Duration delay) {
    return isAllowed().expect(decision().delayNanos() == delay.toNanos(), "delayed by " + delay);
  }

  /** Verifies the number of units left. */
  public DecisionAssert hasRemaining(long remaining) {
    return expect(decision().remaining() == remaining, remaining + " left");
  }

  /** Verifies the seconds to wait before a retry. */
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
