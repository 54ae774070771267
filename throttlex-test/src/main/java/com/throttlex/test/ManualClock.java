package com.throttlex.test;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A time source that moves only when told to; sleeping moves it. Thread-safe. */
public final class ManualClock implements TimeSource {
  private final AtomicLong nanos;

  /** A clock that shows the given moment. */
  public ManualClock(Instant start) {
    nanos = new AtomicLong(nanos(start));
  }

  /** A clock that shows a moment in November 2026. */
  public ManualClock() {
    this(Instant.parse("2026-11-15T12:00:00Z"));
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  /** Lets the time pass at once. */
  @Override
  public void sleep(long nanos) {
    this.nanos.addAndGet(Math.max(0, nanos));
  }

  /** Moves the time on, or back when negative. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  /** Shows the given moment from now on. */
  public void set(Instant moment) {
    nanos.set(nanos(moment));
  }

  /** The moment in nanoseconds since the epoch. */
  public static long nanos(Instant moment) {
    return Math.addExact(
        Math.multiplyExact(moment.getEpochSecond(), 1_000_000_000L), moment.getNano());
  }
}
