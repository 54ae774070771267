package com.throttlex.jdbc;

import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** Thrown when the database fails; names the operation and the reason. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureReason reason;
  private final boolean inDoubt;

  private DatabaseException(
      String message, FailureReason reason, boolean inDoubt, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.inDoubt = inDoubt;
  }

  DatabaseException(String message, @Nullable Throwable cause) {
    this(message, FailureReason.OTHER, false, cause);
  }

  static DatabaseException during(String operation, Throwable cause) {
    FailureReason reason = FailureReason.of(cause);
    return new DatabaseException(operation + ": " + text(reason, cause), reason, false, cause);
  }

  /** Returns the exception for a commit that may or may not have happened. */
  static DatabaseException inDoubt(String operation, Throwable cause) {
    FailureReason reason = FailureReason.of(cause);
    String message = operation + ": unknown whether it is committed: " + text(reason, cause);
    return new DatabaseException(message, reason, true, cause);
  }

  /** Returns the exception for a writer that waited too long, with the others' reason. */
  static DatabaseException waited(String operation, long millis, FailureReason reason) {
    String message = operation + ": waited " + millis + " ms for other writers";
    String why = reason == FailureReason.TIMED_OUT ? "" : ": " + reason;
    return new DatabaseException(message + why, reason, false, null);
  }

  private static String text(FailureReason reason, Throwable cause) {
    // The pool reports only how long it waited; its cause has the reason.
    String said =
        cause instanceof SQLTransientConnectionException && cause.getCause() != null
            ? cause.getMessage() + ": " + cause.getCause().getMessage()
            : cause.getMessage();
    return reason == FailureReason.OTHER ? String.valueOf(said) : reason + " (" + said + ")";
  }

  /** Why the database failed. */
  public FailureReason reason() {
    return reason;
  }

  /**
   * Returns whether a change may have been made: its commit was sent, and no answer came. Otherwise
   * nothing has changed.
   */
  public boolean isInDoubt() {
    return inDoubt;
  }
}
