package com.throttlex;

/** How close a key is to its limit. */
public enum State {
  /** Nothing to worry about. */
  NORMAL,
  /** More than 80 % is used, or was and it has not been less than 70 % since. */
  WARNING,
  /** The request was denied. */
  THROTTLED
}
