package com.throttlex.replay;

/**
 * A key whose denials differ under two rule books.
 *
 * @param key the printed key without the rule, such as {@code user=u-42}
 * @param requests the requests of the key, under the book and rule with the most
 * @param deniedBefore the denials by the other book
 * @param deniedNow the denials by the book of the replay
 */
public record KeyDifference(String key, long requests, long deniedBefore, long deniedNow) {
  /** Returns how many more requests are denied now. */
  public long more() {
    return deniedNow - deniedBefore;
  }
}
