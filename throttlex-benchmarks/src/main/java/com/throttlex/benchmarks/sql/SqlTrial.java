package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.store.Workload;
import java.time.Duration;
import java.util.List;

/**
 * The load on a server.
 *
 * @param durable whether commits wait for the disk
 * @param perSecond the requests per second, or 0 for as many as are answered
 * @param promised whether there is a goal for it
 */
record SqlTrial(String name, Workload workload, boolean durable, int perSecond, boolean promised) {
  /** So few units that even the slowest contender denies most requests. */
  static final SqlTrial HOT_DENIED =
      new SqlTrial(
          "one hot key, most denied",
          new Workload("most denied", 1, 128, 500, Duration.ofDays(1)),
          true,
          0,
          false);

  /** Returns a trial with as many requests as are answered. */
  static SqlTrial closed(Workload workload) {
    return new SqlTrial(workload.name(), workload, true, 0, true);
  }

  /** Returns a trial with requests at fixed times. */
  static SqlTrial steady(Workload workload) {
    return new SqlTrial(workload.name() + ", 1,000 requests/s", workload, true, 1_000, true);
  }

  /** Returns a trial in which commits do not wait for the disk. */
  static SqlTrial relaxed(Workload workload) {
    return new SqlTrial(workload.name() + ", commits not on disk", workload, false, 0, false);
  }

  /** Returns trials with the same limit, so that they share counters. */
  static List<SqlTrial> generous(Workload many) {
    return List.of(closed(many), closed(Workload.HOT_KEY), steady(many), relaxed(many));
  }

  boolean isOpen() {
    return perSecond > 0;
  }
}
