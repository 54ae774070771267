package com.throttlex.replay.suggest;

import com.throttlex.rule.Rule;
import java.util.List;

/**
 * A suggested rule.
 *
 * @param rule the rule, in shadow mode
 * @param requests the requests in the log that it applies to
 * @param rates the rates of the keys that the limits were chosen by
 * @param apartNames the busiest keys that stand apart
 * @param heldOut the test with other keys
 * @param confidence how certain it is
 */
public record Suggestion(
    Rule rule,
    long requests,
    KeyRates rates,
    List<String> apartNames,
    HeldOutResult heldOut,
    Confidence confidence) {
  /** Copies the names. */
  public Suggestion {
    apartNames = List.copyOf(apartNames);
  }

  /**
   * The rates of keys: the most requests of a key in the period of the first limit.
   *
   * @param keys the number of usual keys
   * @param median half of the usual keys have more
   * @param high one per cent of the usual keys have more
   * @param most the busiest usual key
   * @param apart the number of keys that stand apart
   * @param apartLeast the least busy of them; 0 if there are none
   */
  public record KeyRates(long keys, int median, int high, int most, long apart, int apartLeast) {}
}
