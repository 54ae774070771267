package com.throttlex.grpc;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when the test moves it. */
final class SetTime implements TimeSource {
  static final Instant START = Instant.parse("2026-09-20T10:00:10Z");

  private final AtomicLong nanos = new AtomicLong(START.getEpochSecond() * 1_000_000_000L);

  @Override
  public long nanos() {
    return nanos.get();
  }

  void pass(Duration length) {
    nanos.addAndGet(length.toNanos());
  }

  @Override
  public void sleep(long length) {
    throw new AssertionError("nothing sleeps here");
  }
}
