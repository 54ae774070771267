package com.throttlex.rules.yaml;

import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Collects what is wrong with one file, or with several texts that are read together. */
public final class Problems {
  private static final String EXPECTED = " (expected: ";

  private final String file;
  private final Function<List<Problem>, ? extends RuntimeException> refusal;
  private final List<Problem> found;

  /**
   * No problems as yet.
   *
   * @param file what problems name as the file
   * @param refusal makes the exception from all problems
   */
  public Problems(String file, Function<List<Problem>, ? extends RuntimeException> refusal) {
    this(file, refusal, new ArrayList<>());
  }

  private Problems(
      String file,
      Function<List<Problem>, ? extends RuntimeException> refusal,
      List<Problem> found) {
    this.file = file;
    this.refusal = refusal;
    this.found = found;
  }

  /** The same problems, to which those of another file are added. */
  public Problems in(String otherFile) {
    return new Problems(otherFile, refusal, found);
  }

  /** Adds a problem; the value must be safe to print. */
  public void add(int line, String key, String value, String expected) {
    found.add(new Problem(file, line, ShownText.plain(key), value, expected));
  }

  /** Adds a problem of which core says {@code value (expected: …)}. */
  public void add(int line, String key, String message) {
    add(line, key, ShownText.sentence(value(message)), ShownText.sentence(expected(message)));
  }

  /** What comes before the expectation in a message of core. */
  public static String value(String message) {
    int at = message.lastIndexOf(EXPECTED);
    return at < 0 ? message : message.substring(0, at);
  }

  /** The expectation in a message of core. */
  public static String expected(String message) {
    int at = message.lastIndexOf(EXPECTED);
    return at < 0 ? message : message.substring(at + EXPECTED.length(), message.length() - 1);
  }

  /** How many there are by now. */
  public int count() {
    return found.size();
  }

  /** Whether one of the problems from the given number on is about the key or something in it. */
  public boolean concern(int from, String key) {
    return found.subList(from, found.size()).stream()
        .anyMatch(problem -> problem.key().equals(key) || problem.key().startsWith(key + "."));
  }

  /**
   * Ends the reading.
   *
   * @throws RuntimeException with all problems, by line, if there are any
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw exception();
    }
  }

  /** All problems, when the given one is such that reading cannot go on. */
  public RuntimeException fatal(int line, String key, String value, String expected) {
    add(line, key, value, expected);
    return exception();
  }

  private RuntimeException exception() {
    return refusal.apply(byLine());
  }

  /** All of them, each once. */
  public List<Problem> byLine() {
    return found.stream().sorted(Comparator.comparingInt(Problem::line)).distinct().toList();
  }
}
