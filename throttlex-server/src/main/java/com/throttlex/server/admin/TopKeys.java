package com.throttlex.server.admin;

/** The keys with the most requests, and those with the most denials. */
public interface TopKeys {
  /** Returns the first of both, at most that many of each. */
  TopReport report(int n);
}
