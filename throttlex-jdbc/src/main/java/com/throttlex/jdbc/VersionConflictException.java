package com.throttlex.jdbc;

/** Says that a rule was changed by someone else since it was read. */
public final class VersionConflictException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long currentVersion;

  VersionConflictException(String id, long expectedVersion, long currentVersion) {
    super("rule " + id + ": version " + expectedVersion + " (expected: " + currentVersion + ")");
    this.currentVersion = currentVersion;
  }

  /** The version that the rule has. */
  public long currentVersion() {
    return currentVersion;
  }
}
