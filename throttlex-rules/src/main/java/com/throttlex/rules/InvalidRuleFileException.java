package com.throttlex.rules;

import com.throttlex.rules.yaml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown when a rule file is invalid; it lists all problems of the file, one a line. */
public final class InvalidRuleFileException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  InvalidRuleFileException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Returns all problems, by line. */
  public List<Problem> problems() {
    return problems;
  }
}
