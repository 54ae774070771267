package com.throttlex.store;

/** The values of {@code on-store-failure}: how a rule decides while its store is unavailable. */
public enum FailureMode {
  /** Limits requests to the local share of this node. */
  LOCAL,
  /** Allows all requests. */
  ALLOW,
  /** Denies all requests. */
  DENY
}
