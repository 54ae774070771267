package com.throttlex.algorithm;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The seven algorithms, by their names in the rule file. */
public enum Algorithm {
  TOKEN_BUCKET("tb"),
  LEAKY_BUCKET("lb"),
  FIXED_WINDOW("fw"),
  SLIDING_WINDOW_LOG("swl"),
  SLIDING_WINDOW_COUNTER("swc"),
  GCRA("gcra"),
  CONCURRENCY("cc");

  private final String code;

  Algorithm(String code) {
    this.code = code;
  }

  /** Returns the short name in stored limits; {@code limit.lua} has the same ones. */
  String code() {
    return code;
  }

  /** Reads a name of the rule file, such as {@code token-bucket}. */
  public static Algorithm parse(String text) {
    for (Algorithm algorithm : values()) {
      if (algorithm.toString().equals(text)) {
        return algorithm;
      }
    }
    String names =
        Arrays.stream(values()).map(Algorithm::toString).collect(Collectors.joining(" "));
    throw new IllegalArgumentException(
        "algorithm: \"" + text + "\" (expected: one of " + names + ")");
  }

  /** Returns whether the algorithm has a burst. */
  public boolean hasBurst() {
    return this == TOKEN_BUCKET || this == LEAKY_BUCKET || this == GCRA;
  }

  /** Returns whether the algorithm can delay an admitted request. */
  public boolean canDelay() {
    return hasBurst();
  }

  /** Returns the name in the rule file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
