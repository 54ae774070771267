package com.throttlex.request;

import com.throttlex.key.SecretValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks and normalises the fields of one request, and remembers every problem on the way. */
final class Checks {
  static final int MAX_LENGTH = RequestContext.MAX_TEXT;
  static final int MAX_ENDPOINT_LENGTH = 8192;

  /** Bounds what matching a path against patterns can cost. */
  private static final int MAX_SEGMENTS = 256;

  private static final String TOO_MANY_SEGMENTS = "at most " + MAX_SEGMENTS + " segments";
  static final int MAX_IDEMPOTENCY_KEY_LENGTH = 256;
  static final int MAX_ENTRIES = 64;

  private final List<String> problems = new ArrayList<>(0);

  /**
   * Ends the checks.
   *
   * @throws InvalidRequestException with every problem, if there are any
   */
  void finish() {
    if (!problems.isEmpty()) {
      throw new InvalidRequestException(problems);
    }
  }

  @Nullable String text(String name, @Nullable String value) {
    return text(name, value, MAX_LENGTH);
  }

  @Nullable String text(String name, @Nullable String value, int maxLength) {
    if (value != null) {
      note(name, value, TextRule.failedBy(value, maxLength));
    }
    return value;
  }

  /** A text that is not shown, because it may be a credential. */
  @Nullable String secret(String name, @Nullable String value) {
    String failed = value == null ? null : TextRule.failedBy(value, MAX_LENGTH);
    if (value != null && failed != null) {
      problems.add(ProblemText.ofShown(name, hidden(value), failed));
    }
    return value;
  }

  @Nullable String method(@Nullable String value) {
    int before = problems.size();
    String text = value == null ? null : text("method", Ascii.upper(value));
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
    if (value == null) {
      return null;
    }
    String failed = TextRule.failedByLengthOf(value, MAX_ENDPOINT_LENGTH);
    note("endpoint", value, failed);
    return failed == null ? normalEndpoint(value) : null;
  }

  // The length is checked again after normalising, which can make nine characters of one.
  private @Nullable String normalEndpoint(String value) {
    try {
      String normal = Paths.normalize(value);
      note("endpoint", normal, TextRule.failedByLengthOf(normal, MAX_ENDPOINT_LENGTH));
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

  Map<String, String> attributes(Map<String, String> values) {
    return entries("attribute", values, false);
  }

  /** Header values are never shown, because they may be credentials. */
  Map<String, String> headers(Map<String, String> values) {
    return entries("header", values, true);
  }

  private Map<String, String> entries(String kind, Map<String, String> values, boolean secret) {
    if (values.size() > MAX_ENTRIES) {
      String expected = "at most " + MAX_ENTRIES;
      problems.add(ProblemText.ofShown(kind + "s", String.valueOf(values.size()), expected));
      return Map.of();
    }
    values.forEach((name, value) -> entry(kind, name, value, secret));
    return Map.copyOf(values);
  }

  private void entry(String kind, String name, String value, boolean secret) {
    String failed = TextRule.failedBy(name, MAX_LENGTH);
    if (failed != null) {
      problems.add(ProblemText.of(kind + " name", name, failed));
    }
    failed = TextRule.failedBy(value, MAX_LENGTH);
    if (failed != null) {
      boolean hides = secret || SecretValue.isNamed(name);
      String shown = hides ? hidden(value) : ShownText.quoted(value);
      problems.add(ProblemText.ofShown(kind + " " + ShownText.quoted(name), shown, failed));
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
