package com.throttlex.adaptive;

import java.util.Locale;

/** How a request ended. */
public enum Outcome {
  /** It was answered. */
  SUCCESS,
  /** The server failed to answer it. */
  FAILURE,
  /** It was given up: it timed out, was denied by a later service, or never ended. */
  DROPPED,
  /** Not known, or it never began; it does not count. */
  UNKNOWN;

  /** The lower-case name, as requests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the outcome that an HTTP status means for its server: 503 is dropped, other 5xx are
   * failures, and every other status is a success.
   */
  public static Outcome ofStatus(int status) {
    if (status == 503) {
      return DROPPED;
    }
    return status >= 500 ? FAILURE : SUCCESS;
  }

  /** The outcome of that lower-case name. */
  public static Outcome parse(String text) {
    for (Outcome outcome : values()) {
      if (outcome.text().equals(text)) {
        return outcome;
      }
    }
    throw new IllegalArgumentException(
        "outcome: \"" + text + "\" (expected: success, failure, dropped or unknown)");
  }
}
