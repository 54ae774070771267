package com.throttlex.adaptive;

/** Who moves a limit. */
public enum AdaptiveMode {
  /** Its controller. */
  AUTO,
  /** Nobody moves it; it keeps its value. */
  FROZEN,
  /** An operator set its value. */
  FIXED
}
