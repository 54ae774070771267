package com.throttlex.rules.yaml;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the known word that is closest to a misspelt one. */
public final class Spelling {
  private static final int LONGEST = 40;

  /** The number of known words up to which all are shown, even if one is close. */
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

  /** Returns the known word closest to the given one, or null if none is close. */
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

  /** Returns how many letters to add, remove, replace or swap to turn one word into the other. */
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
