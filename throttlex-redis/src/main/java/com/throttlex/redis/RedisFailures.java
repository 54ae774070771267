package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** Classifies failures: those of Redis and those of a wrong request. */
final class RedisFailures {
  /** Error replies about the server's state, not about the command. */
  private static final Pattern STATE =
      Pattern.compile(
          "^(LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS"
              + "|NOAUTH|NOPERM|WRONGPASS|UNKILLABLE|max number of clients|ERR max number"
              + "|ERR Error running script .*: -?(READONLY|OOM|MISCONF|NOREPLICAS|NOPERM) )");

  /** Error replies to a client that may not connect or lacks a permission. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "^(NOAUTH|WRONGPASS|NOPERM|ERR invalid password|ERR AUTH |ERR Client sent AUTH"
              + "|ERR DB index|ERR invalid DB index|ERR SELECT is not allowed"
              + "|ERR Error running script .*: -?NOPERM )");

  private static final String LOGIN = "check user, password and database number of the URL";
  private static final String TLS = "check redis:// or rediss://, and the certificate";

  /** The prefix of errors of a command in a script. */
  private static final Pattern SCRIPT =
      Pattern.compile(
          "^ERR Error running script .*: -?(?=(?:READONLY|OOM|MISCONF|NOREPLICAS|NOPERM) )");

  /** Netty's prefix of system errors: {@code finishConnect(..) failed with error(-111): }. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^[A-Za-z]+\\(\\.\\.\\) failed(?: with error\\(-?[0-9]+\\))?: ");

  private static final String NOT_CONNECTED = "Currently not connected. Commands are rejected";

  private static final Pattern PASSING =
      Pattern.compile("^(TRYAGAIN |Currently not connected. Commands are rejected)");

  private RedisFailures() {}

  static RuntimeException of(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof StoreUnavailableException known) {
      return known;
    }
    String remedy = remedy(cause);
    if (remedy != null) {
      return new StoreUnusableException("redis: " + reason(cause) + "; " + remedy, cause);
    }
    if (isState(cause)) {
      return new StoreUnavailableException("redis: " + words(cause), cause);
    }
    return cause instanceof RuntimeException e ? e : new CompletionException(cause);
  }

  /** Returns the exception for a failed connection attempt. */
  static StoreUnavailableException ofConnecting(Throwable failure) {
    String message = "redis: no connection: " + reason(failure);
    String remedy = remedy(failure);
    return remedy == null
        ? new StoreUnavailableException(message, failure)
        : new StoreUnusableException(message + "; " + remedy, failure);
  }

  /** Returns what to do if Redis was reached and denies access; null for other failures. */
  private static @Nullable String remedy(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException
          || cause instanceof SSLPeerUnverifiedException
          || cause instanceof NotSslRecordException) {
        return TLS;
      } else if (cause instanceof RedisCommandExecutionException e
          && e.getMessage() != null
          && REFUSED.matcher(e.getMessage()).find()) {
        return LOGIN;
      }
    }
    return null;
  }

  private static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Returns the message of the root cause, in which Lettuce repeats no password. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return words(cause);
  }

  /** Returns the message of a failure, without the name of the script or system call. */
  private static String words(Throwable failure) {
    String message = failure.getMessage();
    if (message == null) {
      return failure.getClass().getSimpleName();
    }
    return SYSTEM_CALL.matcher(SCRIPT.matcher(message).replaceFirst("")).replaceFirst("");
  }

  /** Returns whether Redis is unavailable, so that the request is not wrong. */
  static boolean isUnavailable(Throwable failure) {
    return cause(failure) instanceof StoreUnavailableException;
  }

  /** Returns whether a Cluster has temporarily not accepted a command and not begun it. */
  static boolean isPassing(Throwable failure) {
    String message = cause(failure).getMessage();
    return message != null && PASSING.matcher(message).find();
  }

  /** Returns whether Lettuce has not sent a command, because the connection is lost. */
  static boolean isNotConnected(Throwable failure) {
    String message = cause(failure).getMessage();
    return message != null && message.startsWith(NOT_CONNECTED);
  }

  /** Returns whether the user lacks the permission. */
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
