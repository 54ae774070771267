package com.throttlex.http;

import com.throttlex.TimeSource;
import java.time.Duration;

/** Time that stands still until it is moved; begins at 2026-09-21T14:13:20Z. */
final class FixedTime implements TimeSource {
  static final long START_SECONDS = 1_790_000_000L;

  private long nanos = START_SECONDS * 1_000_000_000L;

  void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public void sleep(long nanos) {
    this.nanos += nanos;
  }
}
