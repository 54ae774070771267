package com.throttlex.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * A filter that keeps clients from filling the log.
 *
 * <p>It lets pass the first {@value #MOST} warnings and errors of a logger in a minute. The next
 * line of that logger after the minute comes with the number of lines that were left out.
 */
final class LogFlood extends TurboFilter {
  static final int MOST = 50;

  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final LongSupplier nanos;
  private final Map<String, Minute> minutes = new ConcurrentHashMap<>();

  /** A counter for the lines of one logger in a minute. */
  private static final class Minute {
    private long start;
    private int lines;

    Minute(long start) {
      this.start = start;
    }

    /** Counts a line; returns the number of suppressed lines if such a minute has ended. */
    synchronized int count(long now) {
      int leftOut = 0;
      if (now - start >= MINUTE_NANOS) {
        leftOut = Math.max(0, lines - MOST);
        start = now;
        lines = 0;
      }
      lines++;
      return leftOut;
    }

    synchronized boolean isFull() {
      return lines > MOST;
    }
  }

  /** Creates a filter that reads the time from a monotonic clock. */
  LogFlood(LongSupplier nanos) {
    this.nanos = nanos;
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] arguments,
      @Nullable Throwable failure) {
    if (!level.isGreaterOrEqual(Level.WARN) || logger.getName().equals(getClass().getName())) {
      return FilterReply.NEUTRAL;
    }
    long now = nanos.getAsLong();
    String name = logger.getName() + ' ' + level;
    Minute minute = minutes.computeIfAbsent(name, first -> new Minute(now));
    int leftOut = minute.count(now);
    if (leftOut > 0) {
      logger
          .getLoggerContext()
          .getLogger(getClass())
          .warn(
              "{}: {} log lines suppressed (limit: {} a minute)", logger.getName(), leftOut, MOST);
    }
    return minute.isFull() ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
