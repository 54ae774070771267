package com.throttlex.benchmarks.adaptive;

import com.throttlex.adaptive.Traffic;

/** Counts the requests that end between two steps of a controller. */
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

  /** Records a request that found its share used up; it counts like one at the limit. */
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

  /** Returns the requests that ended since the previous call. */
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
