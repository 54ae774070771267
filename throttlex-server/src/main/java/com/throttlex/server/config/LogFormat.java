package com.throttlex.server.config;

import java.util.Locale;

/** The format of the log. */
public enum LogFormat {
  /** Lines for people. */
  TEXT,
  /** One JSON object a line. */
  JSON;

  /** The name in the configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
