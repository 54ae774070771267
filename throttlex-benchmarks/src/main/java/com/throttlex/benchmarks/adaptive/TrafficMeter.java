package com.throttlex.benchmarks.adaptive;

import com.throttlex.adaptive.Traffic;

/** Counts what ends between two steps of a controller, as doors do. */
final class TrafficMeter {
  private final Times times = new Times();
  private long completed;
  private long failed;
  private long dropped;
  private long inFlight;
  private long peak;

  void begin() {
    inFlight++;
    peak = Math.max(peak, inFlight);
  }

  /** A request found its share of the limit used up, which counts as if all of it were. */
  void refuse(long limit) {
    peak = Math.max(peak, limit);
  }

  void end(long took, RequestEnd outcome) {
    inFlight--;
    switch (outcome) {
      case USEFUL -> completed++;
      case FAILED -> failed++;
      case DROPPED -> dropped++;
    }
    if (outcome != RequestEnd.DROPPED) {
      times.add(took);
    }
  }

  long inFlight() {
    return inFlight;
  }

  /** What ended since this was last asked. */
  Traffic take() {
    Traffic traffic =
        new Traffic(
            completed,
            failed,
            dropped,
            times.meanMillis(),
            times.millis(0.5),
            times.millis(0.95),
            times.millis(0.99),
            peak);
    completed = 0;
    failed = 0;
    dropped = 0;
    peak = inFlight;
    times.clear();
    return traffic;
  }
}
