package com.throttlex.spring;

import java.util.List;

/** Says that the configuration is wrong, with every problem found. */
public final class InvalidThrottleXException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** All problems, each as {@code property: value (expected: …)}. */
  public InvalidThrottleXException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem found. */
  public List<String> problems() {
    return problems;
  }
}
