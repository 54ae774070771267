package com.throttlex.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is wrong with the configuration in place of a stack trace. */
final class InvalidThrottleXFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidThrottleXException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidThrottleXException cause) {
    StringBuilder text = new StringBuilder("ThrottleX cannot start as it is configured:\n");
    cause.problems().forEach(problem -> text.append("\n    ").append(problem));
    return new FailureAnalysis(
        text.toString(), "Correct what is named above; nothing is limited by guessing.", cause);
  }
}
