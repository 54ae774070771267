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
  /** Few enough that the slowest of all gets to where it denies. */
  static final SqlTrial HOT_DENIED =
      new SqlTrial(
          "one hot key, most denied",
          new Workload("most denied", 1, 128, 500, Duration.ofDays(1)),
          true,
          0,
          false);

  /** As many as are answered. */
  static SqlTrial closed(Workload workload) {
    return new SqlTrial(workload.name(), workload, true, 0, true);
  }

  /** At fixed times. */
  static SqlTrial steady(Workload workload) {
    return new SqlTrial(workload.name() + ", 1,000 requests/s", workload, true, 1_000, true);
  }

  /** As many as are answered before they are safe on disk. */
  static SqlTrial relaxed(Workload workload) {
    return new SqlTrial(workload.name() + ", commits not on disk", workload, false, 0, false);
  }

  /** All of the same limit, so that the same counters serve them. */
  static List<SqlTrial> generous(Workload many) {
    return List.of(closed(many), closed(Workload.HOT_KEY), steady(many), relaxed(many));
  }

  boolean isOpen() {
    return perSecond > 0;
  }
}
