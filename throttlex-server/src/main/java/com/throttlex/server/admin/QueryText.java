package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The query of a URL: each parameter known and at most once. */
public final class QueryText {
  private final Map<String, String> values = new LinkedHashMap<>();

  private QueryText() {}

  static QueryText parse(@Nullable String query, String... known) {
    QueryText read = new QueryText();
    for (String pair : query == null ? new String[0] : query.split("&", -1)) {
      if (!pair.isEmpty()) {
        read.add(pair, Arrays.asList(known));
      }
    }
    return read;
  }

  private void add(String pair, List<String> known) {
    int equals = pair.indexOf('=');
    String name = decode("query", equals < 0 ? pair : pair.substring(0, equals));
    if (!known.contains(name)) {
      throw wrong(name, "unknown", "one of " + String.join(", ", known));
    }
    String value = equals < 0 ? "" : decode(name, pair.substring(equals + 1));
    if (values.put(name, value) != null) {
      throw wrong(name, "given twice", "once");
    }
  }

  private static String decode(String name, String encoded) {
    return PercentText.decode(name, encoded.replace('+', ' '));
  }

  /** Returns the parameter's value; null when it is absent or empty. */
  @Nullable String text(String name) {
    String value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** Returns whether there is no parameter. */
  boolean isEmpty() {
    return values.isEmpty();
  }

  /** Returns whether a parameter is {@code true}, or present without a value. */
  boolean flag(String name) {
    String value = values.getOrDefault(name, "false");
    if (!value.isEmpty() && !value.equals("true") && !value.equals("false")) {
      throw wrong(name, ShownText.quoted(value), "true or false");
    }
    return !value.equals("false");
  }

  @Nullable Instant time(String name) {
    String value = text(name);
    Instant time = value == null ? null : Moments.parse(value);
    if (value != null && time == null) {
      throw wrong(name, ShownText.quoted(value), Moments.EXPECTED);
    }
    return time;
  }

  /** Returns the value of an enumeration that the parameter names; null when it is absent. */
  <E extends Enum<E>> @Nullable E choice(String name, E[] values) {
    String sent = text(name);
    List<String> words = Stream.of(values).map(QueryText::word).toList();
    if (sent != null && !words.contains(sent)) {
      String expected = "one of " + String.join(", ", words);
      throw wrong(name, ShownText.quoted(sent), expected);
    }
    return sent == null ? null : values[words.indexOf(sent)];
  }

  /** Returns the name of a value in parameters and answers. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns a whole number within bounds; the default when the parameter is absent. */
  long number(String name, long least, long most, long otherwise) {
    String value = text(name);
    if (value == null) {
      return otherwise;
    }
    long number = value.matches("[0-9]{1,18}") ? Long.parseLong(value) : -1;
    if (number < least || number > most) {
      String expected = "a whole number from " + least + " to " + most;
      throw wrong(name, ShownText.quoted(value), expected);
    }
    return number;
  }

  static ProblemException wrong(String name, String value, String expected) {
    String shown = ShownText.plain(name) + ": " + value;
    return new ProblemException(400, shown + " (expected: " + expected + ")");
  }
}
