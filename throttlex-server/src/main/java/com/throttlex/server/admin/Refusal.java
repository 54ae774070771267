package com.throttlex.server.admin;

import java.util.List;
import java.util.Map;

/** Ends a call with a problem. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient List<String> problems;
  private final transient Map<String, String> headers;

  Refusal(int status, String detail, List<String> problems, Map<String, String> headers) {
    super(detail, null, false, false);
    this.status = status;
    this.problems = List.copyOf(problems);
    this.headers = Map.copyOf(headers);
  }

  Refusal(int status, String detail) {
    this(status, detail, List.of(), Map.of());
  }

  /** Refuses what was sent for all that is wrong with it. */
  static Refusal unprocessable(List<String> problems) {
    return new Refusal(422, String.join("; ", problems), problems, Map.of());
  }

  Answer answer(long nowNanos) {
    return Answer.problem(status, String.valueOf(getMessage()), problems, nowNanos).with(headers);
  }
}
