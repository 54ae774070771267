package com.throttlex.adaptive;

/** The mode of an adaptive limit: who moves it. */
public enum AdaptiveMode {
  /** The controller moves it. */
  AUTO,
  /** Nobody moves it; it keeps its value. */
  FROZEN,
  /** An operator set its value. */
  FIXED
}
