package com.throttlex.spring.actuate;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A change of an adaptive limit that an operator sent. */
final class SentChange {
  private static final String OPERATION = "operation";
  private static final String LIMIT = "limit";
  private static final String SECONDS = "seconds";
  private static final String OVERRIDE = "override";
  private static final Set<String> MEMBERS = Set.of("rule", OPERATION, LIMIT, SECONDS);
  private static final long MOST_SECONDS = Duration.ofDays(365).toSeconds();

  private final Map<String, ? extends @Nullable Object> members;

  /**
   * Creates a change.
   *
   * @param members those of the body, and the rule of the path
   */
  SentChange(Map<String, ? extends @Nullable Object> members) {
    this.members = members;
  }

  /**
   * Makes the change.
   *
   * @throws InvalidRequestException with every problem
   * @throws IllegalArgumentException when there is no such limit
   */
  CompletionStage<?> on(AdaptiveLimits limits, String rule, long nowNanos) {
    List<String> problems = new ArrayList<>();
    for (String name : members.keySet()) {
      if (!MEMBERS.contains(name)) {
        problems.add(
            ShownText.plain(name) + ": unknown member (expected: operation, limit, seconds)");
      }
    }
    String operation = text(OPERATION);
    if (!Set.of("freeze", "resume", OVERRIDE).contains(operation)) {
      problems.add(wrong(OPERATION, "freeze, resume or override"));
    }
    boolean overrides = operation.equals(OVERRIDE);
    long limit = number(LIMIT, Long.MAX_VALUE, overrides, problems);
    boolean ends = !text(SECONDS).isEmpty();
    long seconds = ends ? number(SECONDS, MOST_SECONDS, overrides, problems) : 0;
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(problems);
    }
    return switch (operation) {
      case "freeze" -> limits.freeze(rule, nowNanos);
      case "resume" -> limits.resume(rule, nowNanos);
      default -> limits.fix(rule, limit, ends ? Duration.ofSeconds(seconds) : null, nowNanos);
    };
  }

  /** Returns a number that only an override has. */
  private long number(String name, long most, boolean overrides, List<String> problems) {
    String text = text(name);
    if (!overrides) {
      if (!text.isEmpty()) {
        problems.add(wrong(name, "none, unless the operation is override"));
      }
      return 0;
    }
    long number = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    if (number < 1 || number > most) {
      problems.add(wrong(name, "a whole number" + (most < Long.MAX_VALUE ? " up to " + most : "")));
    }
    return number;
  }

  private String text(String name) {
    Object value = members.get(name);
    return value == null ? "" : value.toString().strip();
  }

  private String wrong(String name, String expected) {
    return name + ": " + ShownText.quoted(text(name)) + " (expected: " + expected + ")";
  }
}
