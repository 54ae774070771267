package com.throttlex.http;

import java.util.Locale;

/** A set of headers that show a client its limits, by its name in the configuration. */
public enum HeaderSet {
  /** {@code X-RateLimit-Limit}, {@code -Remaining}, {@code -Reset} and their companions. */
  X_RATELIMIT,
  /** {@code RateLimit-Policy} and {@code RateLimit}, as in the IETF draft from version 08 on. */
  IETF;

  /** Parses a name of the configuration: {@code x-ratelimit} or {@code ietf}. */
  public static HeaderSet parse(String text) {
    for (HeaderSet set : values()) {
      if (set.toString().equals(text)) {
        return set;
      }
    }
    throw new IllegalArgumentException(
        "headers: \"" + text + "\" (expected: " + X_RATELIMIT + " or " + IETF + ")");
  }

  /** The name in the configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
