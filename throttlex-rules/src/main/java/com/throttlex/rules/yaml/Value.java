package com.throttlex.rules.yaml;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value in a file, with its key.
 *
 * <p>A method that finds a value of another kind adds a problem and returns a substitute.
 */
public final class Value {
  /** The expectation of {@link #isName}. */
  public static final String NAME_EXPECTED =
      "a name of 1 to 128 characters, none a control character";

  private static final int MAX_NAME = 128;
  private static final int MAX_TEXT = 8192;
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
  private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,14})(\\.[0-9]{1,30})?");

  private final Node node;
  private final String key;
  private final int line;
  private final Problems problems;
  private final boolean hidden;

  /**
   * Creates a value.
   *
   * @param key the name of the value in problems
   * @param line the line in problems: that of its key
   * @param problems the list to which its problems are added
   */
  public Value(Node node, String key, int line, Problems problems) {
    this(node, key, line, problems, false);
  }

  private Value(Node node, String key, int line, Problems problems, boolean hidden) {
    this.node = node;
    this.key = key;
    this.line = line;
    this.problems = problems;
    this.hidden = hidden;
  }

  /**
   * Returns this value for secrets: problems do not show its texts, because they may be
   * credentials.
   */
  public Value hidden() {
    return new Value(node, key, line, problems, true);
  }

  /** Returns a part of this value, which problems name like the whole. */
  public Value with(Node part) {
    return new Value(part, key, line, problems, hidden);
  }

  /** Returns the value as it is in the file. */
  public Node node() {
    return node;
  }

  /** Adds a problem: another value was expected. */
  public void wrong(String expected) {
    boolean secret = hidden && node instanceof Node.Scalar scalar && !scalar.isNull();
    wrong(secret ? "a text that is not shown" : node.shown(), expected);
  }

  /**
   * Adds a problem as {@link #wrong(String)} does, but shows another text in place of the value.
   */
  public void wrong(String shown, String expected) {
    problems.add(line, key, shown, expected);
  }

  /** Adds a problem: core rejects this value. */
  public void wrong(IllegalArgumentException core) {
    problems.add(line, key, String.valueOf(core.getMessage()));
  }

  /** Returns the scalar's text as written; null if this is not a scalar, or an empty one. */
  public @Nullable String text(String expected) {
    if (!(node instanceof Node.Scalar scalar) || scalar.isNull() || scalar.text().isEmpty()) {
      wrong(expected);
      return null;
    } else if (scalar.text().length() > MAX_TEXT) {
      wrong("at most " + MAX_TEXT + " characters");
      return null;
    }
    return scalar.text();
  }

  /** Returns the text if it is a name that a key may contain; null if it is not. */
  public @Nullable String name(String expected) {
    String text = text(expected);
    if (text != null && !isName(text)) {
      wrong(NAME_EXPECTED);
      return null;
    }
    return text;
  }

  /** Returns whether the text is valid as a name. */
  public static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_NAME
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** Returns the text as parsed by a parser of core; null after a problem. */
  public <T> @Nullable T parsed(Function<String, T> parser, String expected) {
    String text = text(expected);
    try {
      return text == null ? null : parser.apply(text);
    } catch (IllegalArgumentException e) {
      wrong(Problems.expected(String.valueOf(e.getMessage())));
      return null;
    }
  }

  /** Returns the whole number, or the substitute after a problem. */
  public long whole(long least, long most, long substitute) {
    return whole(least, most, substitute, "a whole number from " + least + " to " + most);
  }

  /** Returns the same as {@link #whole(long, long, long)}, with another expectation in problems. */
  public long whole(long least, long most, long substitute, String expected) {
    if (!(node instanceof Node.Scalar scalar) || !WHOLE.matcher(scalar.text()).matches()) {
      wrong(expected);
      return substitute;
    }
    long number = Long.parseLong(scalar.text());
    if (scalar.quoted() || number < least || number > most) {
      wrong(scalar.quoted() ? expected + ", without quotes" : expected);
      return substitute;
    }
    return number;
  }

  /**
   * Returns the number, zero or more and with optional decimal places, or the substitute after a
   * problem.
   *
   * @param fits whether a number is valid
   */
  public double decimal(DoublePredicate fits, double substitute, String expected) {
    return decimal(scalar(), fits, substitute, expected);
  }

  /** Returns a fraction as {@link #decimal} does, and also accepts per cent: 0.1 or 10%. */
  public double part(DoublePredicate fits, double substitute, String expected) {
    String text = scalar();
    boolean perCent = text.endsWith("%") && DECIMAL.matcher(text.replace("%", "")).matches();
    if (!perCent) {
      return decimal(text, fits, substitute, expected);
    }
    BigDecimal number = new BigDecimal(text.replace("%", "")).movePointLeft(2);
    return fitting(number.doubleValue(), fits, substitute, expected);
  }

  private double decimal(String text, DoublePredicate fits, double substitute, String expected) {
    if (!DECIMAL.matcher(text).matches()) {
      wrong(expected);
      return substitute;
    } else if (node instanceof Node.Scalar scalar && scalar.quoted()) {
      wrong(expected + ", without quotes");
      return substitute;
    }
    return fitting(Double.parseDouble(text), fits, substitute, expected);
  }

  private double fitting(double number, DoublePredicate fits, double substitute, String expected) {
    if (!fits.test(number)) {
      wrong(expected);
      return substitute;
    }
    return number;
  }

  /** Returns the text of a scalar; for any other value, an empty text. */
  private String scalar() {
    return node instanceof Node.Scalar scalar && !scalar.isNull() ? scalar.text() : "";
  }

  /**
   * Returns the constant of this word, or the substitute after a problem.
   *
   * @param spelling the word of each constant
   */
  public <T> T word(T[] constants, Function<? super T, String> spelling, T substitute) {
    String text = scalar();
    for (T constant : constants) {
      if (spelling.apply(constant).equals(text)) {
        return constant;
      }
    }
    wrong(Spelling.expected(text, Arrays.stream(constants).map(spelling).toList()));
    return substitute;
  }

  /** Returns the items of a list; for any other value, the value itself. */
  public List<Value> items() {
    if (!(node instanceof Node.Items list)) {
      return List.of(this);
    }
    List<Value> items = new ArrayList<>(list.items().size());
    list.items().forEach(item -> items.add(new Value(item, key, item.line(), problems, hidden)));
    return items;
  }

  /**
   * Applies a function to each item, and returns the results without duplicates. The function
   * returns null after a problem.
   */
  public <T> Set<T> distinct(Function<Value, @Nullable T> reader) {
    Set<T> found = new LinkedHashSet<>();
    for (Value item : items()) {
      T made = reader.apply(item);
      if (made != null && !found.add(made)) {
        item.wrong("each once");
      }
    }
    return found;
  }

  /** Returns the same as {@link #distinct}; no items at all is a problem. */
  public <T> Set<T> someDistinct(Function<Value, @Nullable T> reader, String expected) {
    if (node instanceof Node.Items list && list.items().isEmpty()) {
      wrong(expected);
    }
    return distinct(reader);
  }

  /** Returns the map, with any keys; null if this is not a map. */
  public @Nullable Section section(String expected) {
    if (node instanceof Node.Fields map) {
      return section(map, key + ".");
    }
    wrong(expected);
    return null;
  }

  /** Returns the map, in which every key must be known; null if this is not a map. */
  public @Nullable Section section(Collection<String> known) {
    return section(known, key + ".");
  }

  /** Returns the same as {@link #section(Collection)}, with a prefix of the keys in problems. */
  public @Nullable Section section(Collection<String> known, String prefix) {
    if (node instanceof Node.Fields map) {
      return section(map, prefix).known(known);
    }
    wrong("a map of " + String.join(", ", known));
    return null;
  }

  private Section section(Node.Fields map, String prefix) {
    return new Section(line, map.fields(), prefix, problems);
  }
}
