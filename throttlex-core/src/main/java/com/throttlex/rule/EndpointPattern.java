package com.throttlex.rule;

import com.throttlex.request.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path with wildcards: {@code *} or <code>{name}</code> for one segment, {@code **} for any
 * number of segments, including none.
 */
public final class EndpointPattern {
  static final String ONE = "*";
  static final String ANY = "**";

  private static final Pattern VARIABLE = Pattern.compile("\\{[A-Za-z_][A-Za-z0-9_]*}");

  private final String text;
  private final List<String> segments;

  private EndpointPattern(String text, List<String> segments) {
    this.text = text;
    this.segments = segments;
  }

  /** Parses a pattern; it begins with a slash. */
  public static EndpointPattern parse(String text) {
    if (!text.startsWith("/") || text.contains("//")) {
      throw malformed(text);
    }
    List<String> segments = new ArrayList<>();
    if (!text.equals("/")) {
      for (String segment : text.substring(1).split("/", 0)) {
        segments.add(segment(text, segment));
      }
    }
    if (segments.stream().filter(ANY::equals).count() > 2) {
      throw malformed(text);
    }
    return new EndpointPattern(text, List.copyOf(segments));
  }

  private static String segment(String text, String segment) {
    if (segment.equals(ONE) || segment.equals(ANY)) {
      return segment;
    }
    if (VARIABLE.matcher(segment).matches()) {
      return ONE;
    }
    if (segment.isEmpty() || segment.matches(".*[*{}?#;].*")) {
      throw malformed(text);
    }
    String normal = Paths.normalize("/" + segment).substring(1);
    if (normal.isEmpty() || normal.indexOf('/') >= 0 || normal.equals(ONE) || normal.equals(ANY)) {
      throw malformed(text);
    }
    return normal;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "endpoint: \""
            + text
            + "\" (expected: a path such as /api/v1/orders/{id}/** where a segment is plain text,"
            + " {name}, * or, at most twice, **)");
  }

  /** Returns whether a normalised path matches. */
  public boolean matches(String path) {
    List<String> parts = path.equals("/") ? List.of() : List.of(path.substring(1).split("/", -1));
    return matches(segments, parts);
  }

  /** Returns how many of the first segments a path has in common with the pattern. */
  int sharedSegments(String path) {
    String[] parts = path.substring(1).split("/", -1);
    int shared = 0;
    while (shared < Math.min(parts.length, segments.size())
        && (segments.get(shared).equals(ONE) || segments.get(shared).equals(parts[shared]))) {
      shared++;
    }
    return shared;
  }

  private static boolean matches(List<String> pattern, List<String> path) {
    if (pattern.isEmpty()) {
      return path.isEmpty();
    }
    List<String> rest = pattern.subList(1, pattern.size());
    if (pattern.get(0).equals(ANY)) {
      return matches(rest, path)
          || (!path.isEmpty() && matches(pattern, path.subList(1, path.size())));
    }
    return !path.isEmpty()
        && (pattern.get(0).equals(ONE) || pattern.get(0).equals(path.get(0)))
        && matches(rest, path.subList(1, path.size()));
  }

  /** The segments; a variable is {@code *}. */
  List<String> segments() {
    return segments;
  }

  /** The pattern as it was written. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof EndpointPattern other && text.equals(other.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
