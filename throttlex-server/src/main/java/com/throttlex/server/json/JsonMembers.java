package com.throttlex.server.json;

import com.throttlex.request.RequestContext;
import com.throttlex.request.ShownText;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the members of an object, and collects all problems. */
public final class JsonMembers {
  private static final String TEXT = "a text of 1 to " + RequestContext.MAX_TEXT + " characters";

  private final JsonObject object;
  private final List<String> problems = new ArrayList<>(0);

  /** Reads an object; only the given members are known. */
  public JsonMembers(JsonObject object, String... known) {
    this.object = object;
    for (String name : object.fieldNames()) {
      if (!Arrays.asList(known).contains(name)) {
        wrong(ShownText.plain(name), "unknown", "one of " + String.join(", ", known));
      }
    }
  }

  /** Adds a problem. */
  public void wrong(String name, String value, String expected) {
    wrong(name + ": " + value + " (expected: " + expected + ")");
  }

  /** Adds a problem. */
  public void wrong(String problem) {
    problems.add(problem);
  }

  /** Adds the problem that a member is not as expected. */
  public void unexpected(String name, String expected) {
    wrong(name, shown(value(name)), expected);
  }

  /** Returns whether a member is present, and not null. */
  public boolean has(String name) {
    return value(name) != null;
  }

  /** Returns a member: a text, a number, a boolean, a {@link JsonObject} or {@link JsonArray}. */
  public @Nullable Object value(String name) {
    return object.getValue(name);
  }

  /** Returns a text; empty after a problem. */
  public String text(String name, String expected) {
    if (value(name) instanceof String text && !text.isEmpty()) {
      return text;
    }
    unexpected(name, expected);
    return "";
  }

  /** Returns a text of at most 1024 characters; empty after a problem. */
  public String name(String name) {
    if (value(name) instanceof String text && isName(text)) {
      return text;
    }
    unexpected(name, TEXT);
    return "";
  }

  private static boolean isName(@Nullable Object value) {
    return value instanceof String text
        && !text.isEmpty()
        && text.length() <= RequestContext.MAX_TEXT;
  }

  /** Returns such a text, or null if it is absent. */
  public @Nullable String optionalName(String name) {
    return has(name) ? name(name) : null;
  }

  /** Returns a list of 1 to {@code most} such texts; empty after a problem. */
  public List<String> names(String name, int most) {
    if (value(name) instanceof JsonArray list
        && !list.isEmpty()
        && list.size() <= most
        && list.stream().allMatch(JsonMembers::isName)) {
      return list.stream().map(String.class::cast).toList();
    }
    unexpected(name, "an array of 1 to " + most + " texts");
    return List.of();
  }

  /** Returns a text or a list of texts; empty after a problem. */
  public List<String> texts(String name, String expected) {
    Object value = value(name);
    List<?> items = value instanceof JsonArray list ? list.getList() : Arrays.asList(value);
    if (items.isEmpty() || !items.stream().allMatch(String.class::isInstance)) {
      unexpected(name, expected);
      return List.of();
    }
    return items.stream().map(String.class::cast).toList();
  }

  /** Returns a whole number within bounds; the minimum after a problem. */
  public long number(String name, long least, long most) {
    Object value = value(name);
    boolean whole = value instanceof Integer || value instanceof Long;
    long number = whole && value instanceof Number n ? n.longValue() : least;
    if (whole && number >= least && number <= most) {
      return number;
    }
    unexpected(name, "a whole number from " + least + " to " + most);
    return least;
  }

  /** Returns a whole number within bounds, or the default if it is absent. */
  public long number(String name, long least, long most, long otherwise) {
    return has(name) ? number(name, least, most) : otherwise;
  }

  /** Returns a number, which need not be whole; NaN after a problem. */
  public double decimal(String name) {
    if (value(name) instanceof Number number) {
      return number.doubleValue();
    }
    unexpected(name, "a number");
    return Double.NaN;
  }

  /** Returns the problems so far. */
  public List<String> problems() {
    return List.copyOf(problems);
  }

  /** Ends the reading, and throws if there are problems. */
  public void finish(Function<List<String>, RuntimeException> refusal) {
    if (!problems.isEmpty()) {
      throw refusal.apply(problems);
    }
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
}
