package com.throttlex.jdbc;

/** Thrown when a rule was changed by someone else since it was read. */
public final class VersionConflictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long currentVersion;

  VersionConflictException(String id, long expectedVersion, long currentVersion) {
    super("rule " + id + ": version " + expectedVersion + " (expected: " + currentVersion + ")");
    this.currentVersion = currentVersion;
  }

  /** Returns the present version of the rule. */
  public long currentVersion() {
    return currentVersion;
  }
}
