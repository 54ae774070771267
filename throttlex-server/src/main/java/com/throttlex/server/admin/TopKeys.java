package com.throttlex.server.admin;

import org.jspecify.annotations.Nullable;

/** The keys with the most requests, and those with the most denials. */
public interface TopKeys {
  /**
   * Returns the first keys, at most that many in each list.
   *
   * @param rule only keys of this rule; null for all
   */
  TopReport report(int n, @Nullable String rule);

  /** Returns the first keys of all rules. */
  default TopReport report(int n) {
    return report(n, null);
  }
}
