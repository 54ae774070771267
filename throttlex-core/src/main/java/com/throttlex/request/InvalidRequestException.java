package com.throttlex.request;

import java.util.List;

/** Thrown when a request is malformed or ambiguous; it lists all problems of the request. */
public final class InvalidRequestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // List.copyOf is serializable
  private final List<String> problems;

  /** Creates an exception; each problem has the form {@code name: value (expected: …)}. */
  public InvalidRequestException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns all problems, in the order of the request's fields. */
  public List<String> problems() {
    return problems;
  }
}
