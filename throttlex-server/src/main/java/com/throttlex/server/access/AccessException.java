package com.throttlex.server.access;

import com.throttlex.Decision;
import org.jspecify.annotations.Nullable;

/** Ends a call because its sender may not make it. */
public final class AccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a call is refused. */
  public enum Reason {
    /** There is no credential, or none that is known. */
    UNKNOWN,
    /** The role of the credential does not allow the call. */
    FORBIDDEN,
    /** Too many credentials of this address were wrong. */
    LIMITED
  }

  private final Reason reason;
  private final String scheme;
  private final transient @Nullable Decision decision;

  private AccessException(
      Reason reason, String scheme, String message, @Nullable Decision decision) {
    super(message, null, false, false);
    this.reason = reason;
    this.scheme = scheme;
    this.decision = decision;
  }

  static AccessException unknown(String scheme, String what, String expected) {
    String message = "credential: " + what + " (expected: " + expected + ")";
    return new AccessException(Reason.UNKNOWN, scheme, message, null);
  }

  static AccessException forbidden(String message) {
    return new AccessException(Reason.FORBIDDEN, "", message, null);
  }

  static AccessException limited(Decision decision) {
    String message =
        "credential: too many wrong ones from this address (expected: a valid one, or a retry after "
            + decision.retryAfter()
            + " s)";
    return new AccessException(Reason.LIMITED, "", message, decision);
  }

  /** Why the call is refused. */
  public Reason reason() {
    return reason;
  }

  /** The authentication scheme that a valid credential would have; empty for other reasons. */
  public String scheme() {
    return scheme;
  }

  /** What is wrong, for the caller to read. */
  public String message() {
    return String.valueOf(getMessage());
  }

  /** The decision of the limit on wrong credentials; null for other reasons. */
  public @Nullable Decision decision() {
    return decision;
  }
}
