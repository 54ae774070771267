package com.throttlex.server.config;

import com.throttlex.rules.yaml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown for a wrong configuration; it has every problem found, one per line. */
public final class InvalidSettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  InvalidSettingsException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Creates an exception for a problem that appeared only in use, such as a rejected password. */
  public InvalidSettingsException(String message, Throwable cause) {
    super(message, cause);
    this.problems = List.of();
  }

  /** Returns every problem: those of options and environment, then those of the file by line. */
  public List<Problem> problems() {
    return problems;
  }
}
