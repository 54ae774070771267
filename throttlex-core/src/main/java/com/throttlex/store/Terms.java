package com.throttlex.store;

/**
 * The settings of a rule that are the same for all its charges.
 *
 * @param shadow whether a denial is only reported
 * @param maxDelayNanos the longest delay that the caller accepts when admitted
 * @param sync where charges are decided when several nodes share a store
 * @param onFailure how charges are decided while the store is unavailable
 * @param share per cent of the limit that the charges may use up; the rest is kept for others
 * @param rule the id of the rule; empty if they belong to none
 * @param sheds whether a denial means missing capacity, not a used-up quota
 * @param measured whether the real cost is known only after the work
 */
public record Terms(
    boolean shadow,
    long maxDelayNanos,
    Sync sync,
    FailureMode onFailure,
    int share,
    String rule,
    boolean sheds,
    boolean measured) {
  /** The share of charges that may use the whole limit. */
  public static final int WHOLE = 100;

  /** The terms of a rule with default settings. */
  public static final Terms PLAIN = new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL, WHOLE);

  private static final String BETWEEN = "/";

  /** Creates terms of charges that belong to no rule. */
  public Terms(boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure, int share) {
    this(shadow, maxDelayNanos, sync, onFailure, share, "", false, false);
  }

  /** Creates terms of charges that may use the whole limit. */
  public Terms(boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure) {
    this(shadow, maxDelayNanos, sync, onFailure, WHOLE);
  }

  /** Returns the same terms for charges whose cost is not measured. */
  public Terms unmeasured() {
    return new Terms(shadow, maxDelayNanos, sync, onFailure, share, rule, sheds, false);
  }

  /** Returns the same terms for charges that are denied where these would be delayed. */
  public Terms undelayed() {
    return new Terms(shadow, 0, sync, onFailure, share, rule, sheds, measured);
  }

  /**
   * Returns a text without blanks from which {@link #parse} makes terms for a later extension of
   * the same charges.
   */
  public String text() {
    String flags = (shadow ? "s" : "") + (sheds ? "c" : "");
    return String.join(BETWEEN, rule, Integer.toString(share), Long.toString(maxDelayNanos), flags);
  }

  /** Returns the terms of a text: strict, and with the default reaction to a failure. */
  public static Terms parse(String text) {
    String[] parts = text.split(BETWEEN, -1);
    return new Terms(
        parts[3].contains("s"),
        Long.parseLong(parts[2]),
        Sync.STRICT,
        FailureMode.LOCAL,
        Integer.parseInt(parts[1]),
        parts[0],
        parts[3].contains("c"),
        true);
  }

  /**
   * Returns the units of a limit of that capacity that may be used up: rounded down, but at least 1
   * unless the share is 0.
   */
  public long shareOf(long capacity) {
    return share == WHOLE ? capacity : Math.max(share == 0 ? 0 : 1, capacity * share / WHOLE);
  }
}
