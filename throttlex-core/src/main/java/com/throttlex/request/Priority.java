package com.throttlex.request;

import java.util.List;

/**
 * How urgent a request is: what is shed first is {@link #LOW}, what is never shed is {@link
 * #CRITICAL}.
 */
public enum Priority {
  CRITICAL("critical"),
  HIGH("high"),
  NORMAL("normal"),
  LOW("low");

  private final String text;

  Priority(String text) {
    this.text = text;
  }

  /** The lower-case name, as rule files and requests write it. */
  public String text() {
    return text;
  }

  /** The priority of that lower-case name; anything else is an {@link InvalidRequestException}. */
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
