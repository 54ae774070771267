package com.throttlex.server.config;

import com.throttlex.rules.yaml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Says that the configuration is wrong, with every problem found in it, one a line. */
public final class InvalidSettingsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  InvalidSettingsException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** A problem that showed only when the configuration was used, such as a refused password. */
  public InvalidSettingsException(String message, Throwable cause) {
    super(message, cause);
    this.problems = List.of();
  }

  /** Every problem found: those of options and environment, then those of the file by line. */
  public List<Problem> problems() {
    return problems;
  }
}
