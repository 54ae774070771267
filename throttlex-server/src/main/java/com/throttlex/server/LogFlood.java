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
 * Keeps clients from filling the log: of the warnings and errors of one logger, the first {@value
 * #MOST} of a minute are written, and how many were left out.
 */
final class LogFlood extends TurboFilter {
  static final int MOST = 50;

  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final LongSupplier nanos;
  private final Map<String, Minute> minutes = new ConcurrentHashMap<>();

  /** The lines of one logger in a minute. */
  private static final class Minute {
    private long start;
    private int lines;

    Minute(long start) {
      this.start = start;
    }

    /** Counts a line; returns how many the last minute left out when this one begins a new one. */
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

  /** Reads the time from a clock that only goes forward. */
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
    Minute minute = minutes.computeIfAbsent(logger.getName(), name -> new Minute(now));
    int leftOut = minute.count(now);
    if (leftOut > 0) {
      logger
          .getLoggerContext()
          .getLogger(getClass())
          .warn("{}: {} more lines in that minute, not written", logger.getName(), leftOut);
    }
    return minute.isFull() ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
