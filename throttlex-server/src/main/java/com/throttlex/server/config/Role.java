package com.throttlex.server.config;

import java.util.Locale;

/** What the holder of an admin token may do; each role may do what those before it may. */
public enum Role {
  /** Look at everything. */
  VIEWER,
  /** Change rules, users and counters. */
  EDITOR,
  /** Do everything. */
  ADMIN;

  /** The name in the configuration. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
