package com.throttlex.store;

/** What a rule does while its store cannot decide. */
public enum FailureMode {
  /** Limits by this node's share. */
  LOCAL,
  /** Lets everything pass. */
  ALLOW,
  /** Lets nothing pass. */
  DENY
}
