package com.throttlex.request;

import com.throttlex.key.SecretValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks and normalises the fields of one request, and collects all problems. */
final class Checks {
  /** The maximum of segments; it bounds the cost of matching a path against patterns. */
  private static final int MAX_SEGMENTS = 256;

  private static final String TOO_MANY_SEGMENTS = "at most " + MAX_SEGMENTS + " segments";

  private final List<String> problems = new ArrayList<>(0);

  /**
   * Ends the checks.
   *
   * @throws InvalidRequestException with all problems, if there are any
   */
  void finish() {
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(problems);
    }
  }

  @Nullable String text(RequestField field, @Nullable String value) {
    String failed = value == null ? null : TextRule.failedBy(value, (int) field.maximum());
    if (value != null && failed != null) {
      String shown = field.isSecret() ? hidden(value) : ShownText.quoted(value);
      problems.add(ProblemText.ofShown(field.text(), shown, failed));
    }
    return value;
  }

  @Nullable String method(@Nullable String value) {
    int before = problems.size();
    String text = value == null ? null : text(RequestField.METHOD, Ascii.upper(value));
    if (text != null && problems.size() == before && !Ascii.isToken(text)) {
      problems.add(ProblemText.of("method", text, "a name such as GET"));
    }
    return text;
  }

  @Nullable String ip(@Nullable String value, int ipv6Prefix) {
    try {
      return value == null ? null : Addresses.canonical(value, ipv6Prefix);
    } catch (InvalidRequestException e) {
      problems.addAll(e.problems());
      return null;
    }
  }

  @Nullable String endpoint(@Nullable String value) {
    return value == null || isTooLong(value) ? null : normalEndpoint(value);
  }

  private boolean isTooLong(String endpoint) {
    String failed = TextRule.failedByLengthOf(endpoint, (int) RequestField.ENDPOINT.maximum());
    note("endpoint", endpoint, failed);
    return failed != null;
  }

  // The length is checked again after normalising, which can turn one character into nine.
  private @Nullable String normalEndpoint(String value) {
    try {
      String normal = Paths.normalize(value);
      isTooLong(normal);
      note("endpoint", normal, hasTooManySegments(normal) ? TOO_MANY_SEGMENTS : null);
      return normal;
    } catch (InvalidRequestException e) {
      problems.addAll(e.problems());
      return null;
    }
  }

  private static boolean hasTooManySegments(String path) {
    return path.length() > 2 * MAX_SEGMENTS
        && path.chars().filter(c -> c == '/').count() > MAX_SEGMENTS;
  }

  long cost(long value, boolean named) {
    if (named && (value < 0 || value > RequestContext.MAX_COST)) {
      String expected = "0 to " + RequestContext.MAX_COST;
      problems.add(ProblemText.ofShown("cost", String.valueOf(value), expected));
    }
    return value;
  }

  Map<String, String> entries(RequestField field, Map<String, String> values) {
    if (values.size() > field.maximum()) {
      String expected = "at most " + field.maximum();
      problems.add(ProblemText.ofShown(field.text(), String.valueOf(values.size()), expected));
      return Map.of();
    }
    values.forEach((name, value) -> entry(field, name, value));
    return Map.copyOf(values);
  }

  private void entry(RequestField field, String name, String value) {
    String failed = TextRule.failedBy(name, RequestContext.MAX_TEXT);
    if (failed != null) {
      problems.add(ProblemText.of(field.entryName() + " name", name, failed));
    }
    failed = TextRule.failedBy(value, RequestContext.MAX_TEXT);
    if (failed != null) {
      boolean hides = field.isSecret() || SecretValue.isNamed(name);
      String shown = hides ? hidden(value) : ShownText.quoted(value);
      problems.add(
          ProblemText.ofShown(field.entryName() + " " + ShownText.quoted(name), shown, failed));
    }
  }

  private void note(String name, String value, @Nullable String failed) {
    if (failed != null) {
      problems.add(ProblemText.of(name, value, failed));
    }
  }

  private static String hidden(String value) {
    return "<" + value.length() + " characters>";
  }
}
