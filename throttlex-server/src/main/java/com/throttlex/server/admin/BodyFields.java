package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the members of a body, and remembers every problem on the way. */
final class BodyFields {
  private final JsonObject body;
  private final List<String> problems = new ArrayList<>();

  BodyFields(JsonObject body, String... known) {
    this.body = body;
    for (String name : body.fieldNames()) {
      if (!Arrays.asList(known).contains(name)) {
        wrong(ShownText.plain(name), "unknown", "one of " + String.join(", ", known));
      }
    }
  }

  void wrong(String name, String value, String expected) {
    problems.add(name + ": " + value + " (expected: " + expected + ")");
  }

  void wrong(String problem) {
    problems.add(problem);
  }

  boolean has(String name) {
    return body.getValue(name) != null;
  }

  /** A text; empty after a problem. */
  String text(String name, String expected) {
    Object value = body.getValue(name);
    if (value instanceof String text && !text.isEmpty()) {
      return text;
    }
    wrong(name, shown(value), expected);
    return "";
  }

  /** A text or a list of texts; empty after a problem. */
  List<String> texts(String name, String expected) {
    Object value = body.getValue(name);
    List<?> items = value instanceof JsonArray array ? array.getList() : listOf(value);
    if (items.isEmpty() || !items.stream().allMatch(String.class::isInstance)) {
      wrong(name, shown(value), expected);
      return List.of();
    }
    return items.stream().map(String.class::cast).toList();
  }

  private static List<?> listOf(@Nullable Object value) {
    return value == null ? List.of() : List.of(value);
  }

  /** A whole number within bounds; the least after a problem. */
  long number(String name, long least, long most) {
    Object value = body.getValue(name);
    boolean whole = value instanceof Integer || value instanceof Long;
    long number = whole && value instanceof Number n ? n.longValue() : least;
    if (!whole || number < least || number > most) {
      wrong(name, shown(value), "a whole number from " + least + " to " + most);
      return least;
    }
    return number;
  }

  /** A moment after the other; null after a problem. */
  @Nullable Instant timeAfter(String name, Instant other) {
    Object value = body.getValue(name);
    Instant time = null;
    if (value instanceof Integer || value instanceof Long) {
      time = Moments.ofSeconds(((Number) value).longValue());
    } else if (value instanceof String text) {
      time = Moments.parse(text);
    }
    if (time == null) {
      wrong(name, shown(value), Moments.EXPECTED);
    } else if (!time.isAfter(other)) {
      wrong(name, shown(value), "a moment in the future");
      return null;
    }
    return time;
  }

  /** A number, which need not be whole; not a number after a problem. */
  double decimal(String name) {
    Object value = body.getValue(name);
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    wrong(name, shown(value), "a number");
    return Double.NaN;
  }

  /** A moment, to parts of a second, that is not after the other; null after a problem. */
  @Nullable Instant timeBefore(String name, Instant other) {
    Object value = body.getValue(name);
    Instant time = null;
    if (value instanceof Number number) {
      time = Moments.ofSeconds(number.doubleValue());
    } else if (value instanceof String text) {
      time = Moments.parse(text);
    }
    if (time == null) {
      wrong(name, shown(value), Moments.EXPECTED);
    } else if (time.isAfter(other)) {
      wrong(name, shown(value), "a moment that is not in the future");
      return null;
    }
    return time;
  }

  /** What is wrong so far. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "nothing";
    } else if (value instanceof String text) {
      return ShownText.quoted(text);
    } else if (value instanceof JsonObject) {
      return "an object";
    } else if (value instanceof JsonArray) {
      return "a list";
    }
    return ShownText.plain(value.toString());
  }

  /**
   * Ends the reading.
   *
   * @throws ProblemException with 422 and every problem, if there are any
   */
  void finish() {
    if (!problems.isEmpty()) {
      throw ProblemException.of(422, problems);
    }
  }
}
