package com.throttlex.request;

import java.util.List;

/** Says that a request is malformed or ambiguous, with every problem found in it. */
public final class InvalidRequestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf is serializable
  private final List<String> problems;

  /** Each problem reads {@code name: value (expected: …)}. */
  public InvalidRequestException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem found, in the order of the request's fields. */
  public List<String> problems() {
    return problems;
  }
}
