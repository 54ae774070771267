package com.throttlex.rules.yaml;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Guesses which known word a misspelt one was meant to be. */
public final class Spelling {
  private static final int LONGEST = 40;

  /** So many known words are shown although it is clear which one was meant. */
  private static final int FEW = 6;

  private Spelling() {}

  /**
   * Returns an expectation: the closest known word if there is a close one, or else all of them.
   */
  public static String expected(String word, Collection<String> known) {
    String closest = closest(word, known);
    String all = "one of " + String.join(", ", known);
    if (closest == null) {
      return all;
    }
    return (known.size() > FEW ? "a known name" : all) + "; did you mean " + closest + "?";
  }

  /** The known word closest to the given one, or null when none is close. */
  public static @Nullable String closest(String word, Collection<String> known) {
    String closest = null;
    int least = 1 + Math.max(1, Math.min(word.length(), 8) / 3);
    for (String candidate : known) {
      int distance = word.length() > LONGEST ? LONGEST : distance(word, candidate);
      if (distance < least) {
        least = distance;
        closest = candidate;
      }
    }
    return closest;
  }

  /** How many letters must be added, removed, replaced or swapped to make one word of the other. */
  private static int distance(String from, String to) {
    int[][] cost = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : least(cost, from, to, i, j);
      }
    }
    return cost[from.length()][to.length()];
  }

  private static int least(int[][] cost, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int least = cost[i - 1][j - 1] + (same ? 0 : 1);
    least = Math.min(least, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(least, 1 + cost[i - 2][j - 2]) : least;
  }
}
