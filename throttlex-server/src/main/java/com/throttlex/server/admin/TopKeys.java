package com.throttlex.server.admin;

/** Which keys are used most, and which are denied most. */
public interface TopKeys {
  /** The first of both, at most that many of each. */
  TopReport report(int n);
}
