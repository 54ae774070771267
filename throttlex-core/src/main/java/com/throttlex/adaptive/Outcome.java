package com.throttlex.adaptive;

import java.util.Locale;

/** What came of a request. */
public enum Outcome {
  /** It was answered. */
  SUCCESS,
  /** It failed by the server's fault. */
  FAILURE,
  /** It was given up: timed out, refused further on, or never heard of again. */
  DROPPED,
  /** Nobody knows, or it was never begun: nothing is learned from it. */
  UNKNOWN;

  /** The lower-case name, as requests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * What an HTTP answer of that status says of its server: 503 is a refusal, other 5xx are
   * failures, and everything else is an answer, whoever is to blame for it.
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
