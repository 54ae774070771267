package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Which failures mean that Redis cannot decide, and which that the question is wrong. */
final class Failures {
  /** Error replies that speak of the server's state, not of the command. */
  private static final Pattern STATE =
      Pattern.compile(
          "^(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS"
              + "|NOAUTH|NOPERM|WRONGPASS|UNKILLABLE|max number of clients|ERR max number"
              + "|ERR Error running script .*: -?(READONLY|OOM|MISCONF|NOREPLICAS|NOPERM) )");

  private static final Pattern PASSING =
      Pattern.compile("^(TRYAGAIN |Currently not connected. Commands are rejected)");

  private Failures() {}

  static RuntimeException of(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof StoreUnavailableException known) {
      return known;
    }
    if (isState(cause)) {
      return new StoreUnavailableException("redis: " + cause.getMessage(), cause);
    }
    return cause instanceof RuntimeException e ? e : new CompletionException(cause);
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Why in the end: the message of the first cause, in which Lettuce repeats no password. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** Whether a Cluster has refused a command, without having begun it, for a moment only. */
  static boolean isPassing(Throwable failure) {
    String message = cause(failure).getMessage();
    return message != null && PASSING.matcher(message).find();
  }

  /** Whether this user may not do that. */
  static boolean isForbidden(Throwable failure) {
    String message = cause(failure).getMessage();
    return message != null && message.startsWith("NOPERM");
  }

  private static boolean isState(Throwable cause) {
    if (cause instanceof RedisLoadingException
        || cause instanceof RedisBusyException
        || cause instanceof RedisReadOnlyException) {
      return true;
    }
    if (cause instanceof RedisCommandExecutionException e) {
      return e.getMessage() != null && STATE.matcher(e.getMessage()).find();
    }
    return cause instanceof RedisException
        || cause instanceof IOException
        || cause instanceof TimeoutException
        || cause instanceof CancellationException;
  }
}
