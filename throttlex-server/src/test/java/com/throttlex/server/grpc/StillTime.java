package com.throttlex.server.grpc;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until a test moves it. */
public final class StillTime implements TimeSource {
  /** A Monday in UTC, ten seconds into a minute. */
  public static final Instant START = Instant.parse("2026-09-21T00:00:10Z");

  private final AtomicLong nanos = new AtomicLong(START.getEpochSecond() * 1_000_000_000L);

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public void sleep(long nanos) {
    pass(Duration.ofNanos(nanos));
  }

  /** Moves the time. */
  public void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }
}
