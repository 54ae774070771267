package com.throttlex.spring;

import java.util.List;

/** Thrown for a wrong configuration; it has every problem found. */
public final class InvalidThrottleXException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** Creates the exception with all problems, each as {@code property: value (expected: …)}. */
  public InvalidThrottleXException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem found. */
  public List<String> problems() {
    return problems;
  }
}
