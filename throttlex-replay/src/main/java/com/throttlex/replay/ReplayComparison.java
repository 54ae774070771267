package com.throttlex.replay;

import java.util.List;

/**
 * Two rule books, compared request by request and key by key.
 *
 * @param bothAllow the requests that both allow
 * @param bothDeny the requests that both deny
 * @param newlyDenied the requests that only the book of the replay denies
 * @param newlyAllowed the requests that only the other book denies
 * @param worse the keys with more denials now
 * @param better the keys with fewer denials now
 * @param differences the keys with the largest differences
 */
public record ReplayComparison(
    long bothAllow,
    long bothDeny,
    long newlyDenied,
    long newlyAllowed,
    long worse,
    long better,
    List<KeyDifference> differences) {
  /** Copies the list. */
  public ReplayComparison {
    differences = List.copyOf(differences);
  }
}
