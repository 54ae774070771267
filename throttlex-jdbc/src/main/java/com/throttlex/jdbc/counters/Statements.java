package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The statements of one database, from resource files: its own file, or else the common one.
 *
 * <p>The text between {@code [[} and {@code ]]} is repeated for every row. The separator is a
 * comma, or the text after a bar: {@code [[select …| union all ]]}.
 */
final class Statements {
  private static final int MOST_LIMITS = 10_000;

  private final Map<String, Limit> limits = new ConcurrentHashMap<>();
  private final boolean returning;
  private final List<String> folders;
  private final Map<String, String> files = new ConcurrentHashMap<>();
  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final Map<String, Named> named = new ConcurrentHashMap<>();

  /**
   * Creates statements from these folders; the first folder that has a file wins.
   *
   * @param returning whether a statement can return its changes
   */
  private Statements(boolean returning, String... folders) {
    this.returning = returning;
    this.folders = List.of(folders);
  }

  static Statements ofPostgres() {
    return new Statements(true, "postgresql/", "");
  }

  static Statements ofMariaDb() {
    return new Statements(true, "mariadb/", "");
  }

  /** Creates the statements of MySQL: those of MariaDB, except that none returns its changes. */
  static Statements ofMySql() {
    return new Statements(false, "mysql/", "mariadb/", "");
  }

  /** Returns whether a statement can return its changes. */
  boolean areReturning() {
    return returning;
  }

  /** Returns a statement as it is in its file. */
  String text(String name) {
    return files.computeIfAbsent(name, this::read);
  }

  /** Returns a statement for that many rows. Only common numbers are cached. */
  String text(String name, int rows) {
    boolean usual = rows <= 16 || rows == padded(rows);
    return usual
        ? texts.computeIfAbsent(name + ' ' + rows, unused -> repeat(text(name), rows))
        : repeat(text(name), rows);
  }

  /**
   * Returns a statement with named values such as {@code {now}}, each replaced by a question mark.
   */
  Named named(String name) {
    return named.computeIfAbsent(name, unused -> Named.of(text(name)));
  }

  /** A statement and the names of its values in their order. */
  record Named(String text, List<String> names) {
    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

    static Named of(String text) {
      List<String> names = NAME.matcher(text).results().map(found -> found.group(1)).toList();
      return new Named(NAME.matcher(text).replaceAll("?"), names);
    }
  }

  /** Returns how many rows to send: the next power of two, so that there are few texts. */
  static int padded(int rows) {
    return rows <= 1 ? 1 : Integer.highestOneBit(rows - 1) << 1;
  }

  /** Parses a limit as it is written in a row. Most rows have one of few limits. */
  Limit limit(String text) {
    Limit known = limits.get(text);
    if (known == null) {
      if (limits.size() >= MOST_LIMITS) {
        limits.clear();
      }
      known = LimitText.parse(text);
      limits.put(text, known);
    }
    return known;
  }

  private static String repeat(String text, int rows) {
    int start = text.indexOf("[[");
    int end = text.indexOf("]]", start);
    String inside = text.substring(start + 2, end);
    int bar = inside.lastIndexOf('|');
    String row = bar < 0 ? inside : inside.substring(0, bar);
    String between = bar < 0 ? ", " : inside.substring(bar + 1);
    String repeated = String.join(between, Collections.nCopies(rows, row));
    return text.substring(0, start) + repeated + text.substring(end + 2);
  }

  private String read(String name) {
    for (String folder : folders) {
      try (InputStream in = Statements.class.getResourceAsStream(folder + name + ".sql")) {
        if (in != null) {
          String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          return text.replaceAll("(?m)^--.*\\R", "").replaceAll("\\s+", " ").trim();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw new IllegalStateException("statement: " + name + " (expected: a resource)");
  }
}
