package com.throttlex.shared.faults;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import java.time.Duration;

/** A clock that is ahead by that much. */
public record SkewedTime(TimeSource right, Duration ahead) implements TimeSource {
  public static TimeSource of(Duration ahead) {
    return new SkewedTime(new SystemTime(), ahead);
  }

  @Override
  public long nanos() {
    return right.nanos() + ahead.toNanos();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    right.sleep(nanos);
  }
}
