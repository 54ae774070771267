package com.throttlex.test;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that moves only when a test moves it; sleeping moves it too. Thread-safe. */
public final class ManualClock implements TimeSource {
  private final AtomicLong nanos;

  /** Creates a clock at the given time. */
  public ManualClock(Instant start) {
    nanos = new AtomicLong(nanos(start));
  }

  /** Creates a clock at a time in November 2026. */
  public ManualClock() {
    this(Instant.parse("2026-11-15T12:00:00Z"));
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  /** Moves the clock instead of waiting. */
  @Override
  public void sleep(long nanos) {
    this.nanos.addAndGet(Math.max(0, nanos));
  }

  /** Moves the clock forward, or back if negative. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  /** Sets the clock. */
  public void set(Instant moment) {
    nanos.set(nanos(moment));
  }

  /** Returns an instant in nanoseconds since the epoch. */
  public static long nanos(Instant moment) {
    return Math.addExact(
        Math.multiplyExact(moment.getEpochSecond(), 1_000_000_000L), moment.getNano());
  }
}
