package com.throttlex.replay.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lines of values with a comma, semicolon or tab between them; the first line names the columns.
 *
 * <p>A value may be in quotes, in which a quote is written twice. A value ends with its line.
 */
final class CsvParser implements LineParser {
  private static final String SEPARATORS = ",;\t";

  private final byte separator;
  private final List<@Nullable FieldRef> columns = new ArrayList<>();

  /** Creates a parser for the columns of a header. */
  CsvParser(byte[] header, int from, int to, LogNames names) {
    separator = separator(header, from, to);
    List<String> values = new ArrayList<>();
    String problem =
        split(header, from, to, (column, in, start, end) -> values.add(text(in, start, end)));
    if (problem == null) {
      values.forEach(value -> columns.add(names.find(value.strip())));
    }
  }

  /** Returns whether the columns are those of a log: a time, and something about the request. */
  boolean isLog() {
    boolean time = false;
    int others = 0;
    for (FieldRef column : columns) {
      if (column != null) {
        time |= column.slot() == LogField.TIME.slot();
        others++;
      }
    }
    return time && others > 1;
  }

  private static byte separator(byte[] header, int from, int to) {
    for (int i = from; i < to; i++) {
      if (SEPARATORS.indexOf(header[i]) >= 0) {
        return header[i];
      }
    }
    return ',';
  }

  @Override
  public String format() {
    return "csv";
  }

  @Override
  public boolean hasHeader() {
    return true;
  }

  @Override
  public @Nullable String parse(byte[] line, int from, int to, FieldSlots slots) {
    int[] count = {0};
    String problem =
        split(
            line,
            from,
            to,
            (column, in, start, end) -> {
              count[0]++;
              FieldRef field = column < columns.size() ? columns.get(column) : null;
              boolean absent = start == end || (end == start + 1 && in[start] == '-');
              if (field != null && !absent) {
                slots.set(field, in, start, end);
              }
            });
    return problem != null || count[0] == columns.size()
        ? problem
        : count[0]
            + " values in "
            + ShownLine.of(line, from, to)
            + " (expected: "
            + columns.size()
            + ", as the first line has)";
  }

  /** Receives the values of a line. */
  private interface Values {
    void add(int column, byte[] in, int from, int to);
  }

  private @Nullable String split(byte[] line, int from, int to, Values values) {
    int at = from;
    for (int column = 0; ; column++) {
      int end;
      if (at < to && line[at] == '"') {
        end = quoteEnd(line, at + 1, to);
        if (end < 0) {
          return "a quote that does not end in " + ShownLine.of(line, from, to);
        }
        unquoted(column, line, at + 1, end, values);
        end++;
      } else {
        end = at;
        while (end < to && line[end] != separator) {
          end++;
        }
        values.add(column, line, at, end);
      }
      if (end >= to) {
        return null;
      }
      if (line[end] != separator) {
        return "text after a quote in " + ShownLine.of(line, from, to);
      }
      at = end + 1;
    }
  }

  /** Returns the index of the quote that ends a value; −1 if there is none. */
  private static int quoteEnd(byte[] line, int from, int to) {
    int i = from;
    while (i < to) {
      boolean quote = line[i] == '"';
      if (quote && (i + 1 == to || line[i + 1] != '"')) {
        return i;
      }
      i += quote ? 2 : 1;
    }
    return -1;
  }

  private static void unquoted(int column, byte[] line, int from, int to, Values values) {
    String text = text(line, from, to);
    if (text.contains("\"\"")) {
      byte[] plain = text.replace("\"\"", "\"").getBytes(StandardCharsets.UTF_8);
      values.add(column, plain, 0, plain.length);
    } else {
      values.add(column, line, from, to);
    }
  }

  private static String text(byte[] in, int from, int to) {
    return new String(in, from, to - from, StandardCharsets.UTF_8);
  }
}
