package com.throttlex.server.access;

import com.throttlex.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a call is rejected before it is read: its credential is wrong, or the node is
 * overloaded.
 */
public final class AccessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The reason of the rejection. */
  public enum Reason {
    /** The credential is missing or unknown. */
    UNKNOWN,
    /** The role of the credential does not allow the call. */
    FORBIDDEN,
    /** The address has sent too many wrong credentials. */
    LIMITED,
    /** This node has more checks than it takes. */
    OVERLOADED
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
        "credential: too many wrong credentials from this address (expected: a valid credential,"
            + " or a retry after "
            + decision.retryAfter()
            + " s)";
    return new AccessException(Reason.LIMITED, "", message, decision);
  }

  static AccessException overloaded(long maxRate) {
    String message =
        "checks: more than " + maxRate + " a second at this node (expected: a retry after 1 s)";
    return new AccessException(Reason.OVERLOADED, "", message, null);
  }

  /** Returns the reason of the rejection. */
  public Reason reason() {
    return reason;
  }

  /** Returns the authentication scheme to use; empty unless the credential is unknown. */
  public String scheme() {
    return scheme;
  }

  /** Returns the message for the client. */
  public String message() {
    return String.valueOf(getMessage());
  }

  /** Returns the decision of the limit on wrong credentials; null for other reasons. */
  public @Nullable Decision decision() {
    return decision;
  }
}
