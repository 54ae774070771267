package com.throttlex.server.admin;

import java.util.List;
import java.util.Map;

/** Thrown to end a call with a problem. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient List<String> problems;
  private final transient Map<String, String> headers;

  ProblemException(int status, String detail, List<String> problems, Map<String, String> headers) {
    super(detail, null, false, false);
    this.status = status;
    this.problems = List.copyOf(problems);
    this.headers = Map.copyOf(headers);
  }

  public ProblemException(int status, String detail) {
    this(status, detail, List.of(), Map.of());
  }

  /** Creates an exception with all problems of a request. */
  public static ProblemException of(int status, List<String> problems) {
    return new ProblemException(status, summary(problems), problems, Map.of());
  }

  /** Refuses a body for all its problems. */
  public static ProblemException unprocessable(List<String> problems) {
    return of(422, problems);
  }

  /** Returns the first problem and how many there are; the list of problems has them all. */
  private static String summary(List<String> problems) {
    String first = problems.get(0);
    return problems.size() == 1
        ? first
        : first + "; and " + (problems.size() - 1) + " more, see problems";
  }

  AdminAnswer answer(long nowNanos) {
    return AdminAnswer.problem(status, String.valueOf(getMessage()), problems, nowNanos)
        .with(headers);
  }
}
