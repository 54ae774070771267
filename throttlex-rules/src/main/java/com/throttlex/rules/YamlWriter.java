package com.throttlex.rules;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes a tree as YAML in the style of a person. Maps have one field a line, except those that are
 * only values. Lists are in brackets while they fit into a line.
 */
final class YamlWriter {
  private static final int WIDTH = 100;
  private static final Set<String> BRACED =
      Set.of("attributes", "shares", "on-exceed", "adaptive", "weights", "thresholds", "gains");

  /** The fields that mark the long form of a limit and the bounds of a signal. */
  private static final Set<String> MARKS = Set.of("amount", "good");

  private final StringBuilder out = new StringBuilder();

  private YamlWriter() {}

  static String write(Map<?, ?> book) {
    YamlWriter writer = new YamlWriter();
    writer.fields(book, 0, "");
    return writer.out.toString();
  }

  /** Writes one field a line, the first of them after the given text. */
  private void fields(Map<?, ?> map, int indent, String first) {
    String lead = first;
    for (Map.Entry<?, ?> field : map.entrySet()) {
      String name = field.getKey().toString();
      out.append(lead).append(YamlScalar.of(name)).append(':');
      value(name, field.getValue(), indent);
      lead = " ".repeat(indent);
    }
  }

  private void value(String name, Object value, int indent) {
    if (value instanceof Map<?, ?> map && (indent == 0 || !isBraced(name, map))) {
      out.append('\n');
      fields(map, indent + 2, " ".repeat(indent + 2));
    } else if (name.equals("rules") && value instanceof List<?> rules && !rules.isEmpty()) {
      out.append('\n');
      rules.forEach(rule -> fields((Map<?, ?>) rule, indent + 4, " ".repeat(indent + 2) + "- "));
    } else if (indent == 0 && name.equals("priorities") && value instanceof List<?> classes) {
      out.append('\n');
      classes.forEach(one -> brief((Map<?, ?>) one, indent));
    } else {
      inline(value, indent, indent + name.length() + 2);
    }
  }

  /** Writes a map as an item of a list: in braces if it fits into a line. */
  private void brief(Map<?, ?> map, int indent) {
    String lead = " ".repeat(indent + 2) + "- ";
    String text = inline(map);
    if (lead.length() + text.length() > WIDTH) {
      fields(map, indent + 4, lead);
    } else {
      out.append(lead).append(text).append('\n');
    }
  }

  private static boolean isBraced(String name, Map<?, ?> map) {
    return BRACED.contains(name) || MARKS.stream().anyMatch(map::containsKey);
  }

  private void inline(Object value, int indent, int column) {
    String text = value instanceof String s ? YamlScalar.ofBlock(s) : inline(value);
    if (value instanceof List<?> list && column + text.length() > WIDTH) {
      out.append('\n');
      for (Object item : list) {
        out.append(" ".repeat(indent + 2)).append("- ").append(inline(item)).append('\n');
      }
    } else {
      out.append(' ').append(text).append('\n');
    }
  }

  private static String inline(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(field -> YamlScalar.of(field.getKey()) + ": " + inline(field.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    } else if (value instanceof List<?> list) {
      return list.stream()
          .map(item -> inline((Object) item))
          .collect(Collectors.joining(", ", "[", "]"));
    }
    return YamlScalar.of(value);
  }
}
