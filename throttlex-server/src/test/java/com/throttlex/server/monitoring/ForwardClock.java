package com.throttlex.server.monitoring;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of the machine, which a test can set forward. */
final class ForwardClock implements TimeSource {
  private final TimeSource real = new SystemTime();
  private final AtomicLong ahead = new AtomicLong();

  @Override
  public long nanos() {
    return real.nanos() + ahead.get();
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    real.sleep(nanos);
  }

  void passMinutes(long minutes) {
    ahead.addAndGet(minutes * 60_000_000_000L);
  }
}
