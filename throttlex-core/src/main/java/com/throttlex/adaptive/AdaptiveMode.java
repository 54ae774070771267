package com.throttlex.adaptive;

/** Who moves a limit. */
public enum AdaptiveMode {
  /** Its controller. */
  AUTO,
  /** Nobody: it stays as it is. */
  FROZEN,
  /** Somebody has said what it is. */
  FIXED
}
