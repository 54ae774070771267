package com.throttlex.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows the problems of the configuration in place of a stack trace. */
final class InvalidThrottleXFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidThrottleXException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidThrottleXException cause) {
    StringBuilder text = new StringBuilder("ThrottleX cannot start with this configuration:\n");
    cause.problems().forEach(problem -> text.append("\n    ").append(problem));
    return new FailureAnalysis(
        text.toString(),
        "Correct the properties above; ThrottleX starts only with valid settings.",
        cause);
  }
}
