package com.throttlex.rules.yaml;

import com.throttlex.request.ShownText;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value in a file, with its line: a scalar, a list or a map. */
public sealed interface Node {
  /** The largest exponent of a number that is written with all its digits. */
  int MOST_DIGITS = 400;

  /** Returns the line, from 1. */
  int line();

  /** Returns the number of values in it, including itself. */
  int size();

  /** Returns the value as problems show it. */
  String shown();

  /** A single value as it is written, without its quotes. */
  record Scalar(int line, String text, boolean quoted) implements Node {
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+");

    @Override
    public int size() {
      return 1;
    }

    /** Returns whether the value is null. */
    public boolean isNull() {
      return !quoted && NULLS.contains(text);
    }

    @Override
    public String shown() {
      if (isNull()) {
        return "nothing";
      }
      return !quoted && NUMBER.matcher(text).matches()
          ? ShownText.plain(text)
          : ShownText.quoted(text);
    }
  }

  /** A list. */
  record Items(int line, List<Node> items, int size) implements Node {
    @Override
    public String shown() {
      return items.isEmpty() ? "[]" : "a list";
    }
  }

  /** A map, in the order of the file. */
  record Fields(int line, Map<String, Field> fields, int size) implements Node {
    @Override
    public String shown() {
      return fields.isEmpty() ? "{}" : "a map";
    }
  }

  /** A value and the line of the key before it. */
  record Field(int line, Node value) {}

  /** Returns a tree of maps, lists, texts and numbers as nodes, all of them in line 1. */
  static Node of(Object tree) {
    return of(tree, 1, true);
  }

  /** Returns the same for properties, which have neither lines nor quotes. */
  static Node ofProperties(Object tree) {
    return of(tree, 0, false);
  }

  private static Node of(@Nullable Object tree, int line, boolean quotes) {
    if (tree == null) {
      return new Scalar(line, "", false);
    } else if (tree instanceof Map<?, ?> map) {
      Map<String, Field> fields = new LinkedHashMap<>();
      map.forEach(
          (key, value) -> fields.put(key.toString(), new Field(line, of(value, line, quotes))));
      return new Fields(line, fields, 1);
    } else if (tree instanceof List<?> list) {
      return new Items(
          line, list.stream().map(item -> of((@Nullable Object) item, line, quotes)).toList(), 1);
    }
    return new Scalar(line, text(tree), quotes && tree instanceof String);
  }

  /** Returns the text of a scalar; numbers of usual size are written without exponents. */
  private static String text(Object scalar) {
    if (scalar instanceof Double number && Double.isFinite(number)) {
      return BigDecimal.valueOf(number).toPlainString();
    }
    // A short text such as 1e999999999 would have a billion digits.
    return scalar instanceof BigDecimal number && Math.abs((long) number.scale()) < MOST_DIGITS
        ? number.toPlainString()
        : scalar.toString();
  }
}
