package com.throttlex.spring.actuate;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.RequestField;
import com.throttlex.request.RequestField.Kind;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A check that was sent to be explained.
 *
 * <p>The actuator reads a body as one level of names and texts. So attributes and headers are
 * separate members, named as in the key of a rule.
 */
final class SentCheck {
  /** The fields that have a part in a decision. */
  private static final List<RequestField> FIELDS =
      RequestField.ALL.stream().filter(field -> !field.followsDecision()).toList();

  private final Map<String, ? extends @Nullable Object> members;

  SentCheck(Map<String, ? extends @Nullable Object> members) {
    this.members = members;
  }

  /**
   * Adds the members that were sent to a request.
   *
   * @throws InvalidRequestException with every problem
   */
  RequestContext on(RequestContextBuilder request) {
    List<String> problems = new ArrayList<>();
    members.forEach((name, value) -> add(request, name, value, problems));
    try {
      RequestContext context = request.build();
      if (problems.isEmpty()) {
        return context;
      }
    } catch (InvalidRequestException e) {
      problems.addAll(e.problems());
    }
    throw new InvalidRequestException(problems);
  }

  private static void add(
      RequestContextBuilder to, String name, @Nullable Object value, List<String> problems) {
    RequestField field = FIELDS.stream().filter(f -> isNamed(f, name)).findFirst().orElse(null);
    if (field == null) {
      problems.add(ShownText.plain(name) + ": unknown member (expected: " + expected() + ")");
    } else if (value instanceof String text) {
      try {
        field.set(to, value(field, name, text));
      } catch (InvalidRequestException e) {
        problems.addAll(e.problems());
      }
    } else if (value != null) {
      problems.add(ShownText.plain(name) + ": several values (expected: one text)");
    }
  }

  private static boolean isNamed(RequestField field, String name) {
    return field.kind() == Kind.MAP ? name.startsWith(prefix(field)) : name.equals(field.text());
  }

  private static String prefix(RequestField field) {
    return field.entryName() + ":";
  }

  private static String expected() {
    return FIELDS.stream()
        .map(field -> field.kind() == Kind.MAP ? prefix(field) + "NAME" : field.text())
        .collect(Collectors.joining(", ", "one of ", ""));
  }

  private static Object value(RequestField field, String name, String text) {
    return switch (field.kind()) {
      case TEXT -> text;
      case NUMBER -> whole(name, text);
      case FLAG -> Boolean.valueOf(text);
      case MAP -> Map.of(name.substring(prefix(field).length()), text);
    };
  }

  private static Long whole(String name, String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(
          List.of(name + ": " + ShownText.quoted(text) + " (expected: a whole number)"));
    }
  }
}
