package com.throttlex.benchmarks.contest;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;

/** Ends a run that takes too long. */
public final class TimeLimit {
  private final Timer timer = new Timer("limit", true);

  /** Runs the action after that time, unless it is cancelled before. */
  public TimeLimit(Duration time, Runnable end) {
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            end.run();
          }
        },
        time.toMillis());
  }

  /** Cancels the action. */
  public void cancel() {
    timer.cancel();
  }
}
