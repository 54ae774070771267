package com.throttlex;

/** How close a key is to its limit. */
public enum State {
  /** At most 80 % is used. */
  NORMAL,
  /** More than 80 % is used, or was, and usage has not fallen below 70 % since. */
  WARNING,
  /** The request was denied. */
  THROTTLED
}
