package com.throttlex.replay.suggest;

/**
 * The options of suggestions.
 *
 * @param share the share of keys that a rule may deny, between 0 and 1
 * @param allKeys whether keys that stand apart count for the share like others
 * @param mask whether keys are printed with masked values
 */
public record SuggestOptions(double share, boolean allKeys, boolean mask) {
  /** One key in a thousand, except those that stand apart. */
  public static final SuggestOptions DEFAULT = new SuggestOptions(0.001, false, false);

  /** Checks the share. */
  public SuggestOptions {
    if (!(share > 0 && share <= 0.5)) {
      throw new IllegalArgumentException("share: " + share + " (expected: above 0, up to 0.5)");
    }
  }
}
