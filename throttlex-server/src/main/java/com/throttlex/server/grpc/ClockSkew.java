package com.throttlex.server.grpc;

import com.throttlex.Decision;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns, once a minute, that a client's clock differs by more than five seconds. */
final class ClockSkew {
  private static final Logger LOG = LoggerFactory.getLogger(ClockSkew.class);
  private static final long MILLI = 1_000_000L;
  private static final long TOLERANCE_MILLIS = 5_000;
  private static final long PAUSE_MILLIS = 60_000;

  private final AtomicLong silentUntil = new AtomicLong();

  /** Compares a client's time in Unix milliseconds; 0 means that it sent none. */
  void note(long timestamp, Decision decision) {
    if (timestamp == 0) {
      return;
    }
    long now = decision.nowNanos() / MILLI;
    long skew = timestamp - now;
    if (skew < -TOLERANCE_MILLIS || skew > TOLERANCE_MILLIS) {
      long until = silentUntil.get();
      if (now >= until && silentUntil.compareAndSet(until, now + PAUSE_MILLIS)) {
        LOG.warn(
            "A client's clock differs by {} ms; this node's clock decides; synchronise them", skew);
      }
    }
  }
}
