package com.throttlex.replay;

/**
 * The options of a replay.
 *
 * @param tries how often a client repeats a denied request; 0 if it gives up at once
 * @param mask whether keys are printed with masked values
 * @param topKeys the number of most-denied keys of each rule, and of keys whose denials differ
 * @param maxKeys the largest number of keys; 0 for as many as the heap has room for
 */
public record ReplayOptions(int tries, boolean mask, int topKeys, long maxKeys) {
  /** Clients that do not repeat requests, keys in clear. */
  public static final ReplayOptions DEFAULT = new ReplayOptions(0, false, 10, 0);

  /** Checks the values. */
  public ReplayOptions {
    if (tries < 0 || tries > 100) {
      throw new IllegalArgumentException("tries: " + tries + " (expected: 0 to 100)");
    }
    if (topKeys < 0 || topKeys > 10_000) {
      throw new IllegalArgumentException("top: " + topKeys + " (expected: 0 to 10000)");
    }
    if (maxKeys < 0) {
      throw new IllegalArgumentException("max-keys: " + maxKeys + " (expected: at least 0)");
    }
  }
}
