package com.throttlex.server.resp;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Time that a test moves. */
final class SetTime implements TimeSource {
  static final Instant START = Instant.parse("2026-09-21T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong(START.getEpochSecond() * 1_000_000_000L);

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public void sleep(long nanos) {
    this.nanos.addAndGet(nanos);
  }

  void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }
}
