package com.throttlex.rules.yaml;

import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** The problems of one file, or of several texts that are read together. */
public final class Problems {
  private static final String EXPECTED = " (expected: ";

  private final String file;
  private final Function<List<Problem>, ? extends RuntimeException> refusal;
  private final List<Problem> found;

  /**
   * Creates an empty list.
   *
   * @param file the name of the file in problems
   * @param refusal creates the exception from all problems
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

  /** Returns the same list, to which problems of another file are added. */
  public Problems in(String otherFile) {
    return new Problems(otherFile, refusal, found);
  }

  /** Adds a problem; the value must be safe to print. */
  public void add(int line, String key, String value, String expected) {
    found.add(new Problem(file, line, ShownText.plain(key), value, expected));
  }

  /** Adds a problem from a message of core, {@code value (expected: …)}. */
  public void add(int line, String key, String message) {
    add(line, key, ShownText.sentence(value(message)), ShownText.sentence(expected(message)));
  }

  /** Returns the part before the expectation in a message of core. */
  public static String value(String message) {
    int at = message.lastIndexOf(EXPECTED);
    return at < 0 ? message : message.substring(0, at);
  }

  /** Returns the expectation in a message of core. */
  public static String expected(String message) {
    int at = message.lastIndexOf(EXPECTED);
    return at < 0 ? message : message.substring(at + EXPECTED.length(), message.length() - 1);
  }

  /** Returns the current number of problems. */
  public int count() {
    return found.size();
  }

  /**
   * Returns whether one of the problems from the given number on is about the key or a part of it.
   */
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

  /** Returns the exception with all problems, after adding one that ends the reading. */
  public RuntimeException fatal(int line, String key, String value, String expected) {
    add(line, key, value, expected);
    return exception();
  }

  private RuntimeException exception() {
    return refusal.apply(byLine());
  }

  /** Returns all problems by line, without duplicates. */
  public List<Problem> byLine() {
    return found.stream().sorted(Comparator.comparingInt(Problem::line)).distinct().toList();
  }
}
