package com.throttlex.request;

import java.util.List;

/** The priority class of a request: {@link #LOW} is shed first, {@link #CRITICAL} is never shed. */
public enum Priority {
  CRITICAL("critical"),
  HIGH("high"),
  NORMAL("normal"),
  LOW("low");

  private final String text;

  Priority(String text) {
    this.text = text;
  }

  /** Returns the lower-case name, as in rule files and requests. */
  public String text() {
    return text;
  }

  /** Parses a lower-case name; throws an {@link InvalidRequestException} for any other text. */
  public static Priority parse(String text) {
    for (Priority priority : values()) {
      if (priority.text.equals(text)) {
        return priority;
      }
    }
    throw new InvalidRequestException(
        List.of(ProblemText.of("priority", text, "critical, high, normal or low")));
  }
}
