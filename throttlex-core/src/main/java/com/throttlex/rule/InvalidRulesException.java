package com.throttlex.rule;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for invalid rules; it has every problem found. */
public final class InvalidRulesException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<RuleProblem> problems;

  public InvalidRulesException(List<RuleProblem> problems) {
    super(problems.stream().map(RuleProblem::toString).collect(Collectors.joining("; ")));
    this.problems = List.copyOf(problems);
  }

  /** Every problem found. */
  public List<RuleProblem> problems() {
    return problems;
  }
}
