package com.throttlex.rule;

/** Whether a rule has an effect. */
public enum Mode {
  /** Decides, counts and denies. */
  ENFORCE,
  /** Decides and counts, never denies. */
  SHADOW,
  /** Does nothing. */
  OFF
}
