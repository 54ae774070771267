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
record SqlTrial(
    Product product,
    String name,
    Workload workload,
    boolean durable,
    int perSecond,
    boolean promised) {
  /** Returns a trial with so few units that even the slowest contender denies most requests. */
  static SqlTrial hotDenied(Product product) {
    Workload tight = new Workload("most denied", 1, 128, 500, Duration.ofDays(1));
    return new SqlTrial(product, "one hot key, most denied", tight, true, 0, false);
  }

  /** Returns a trial with as many requests as are answered. */
  static SqlTrial closed(Product product, Workload workload) {
    return new SqlTrial(product, workload.name(), workload, true, 0, true);
  }

  /** Returns a trial with requests at fixed times. */
  static SqlTrial steady(Product product, Workload workload) {
    String name = workload.name() + ", 1,000 requests/s";
    return new SqlTrial(product, name, workload, true, 1_000, true);
  }

  /** Returns a trial in which commits do not wait for the disk. */
  static SqlTrial relaxed(Product product, Workload workload) {
    String name = workload.name() + ", commits not on disk";
    return new SqlTrial(product, name, workload, false, 0, false);
  }

  /** Returns trials with the same limit, so that they share counters. */
  static List<SqlTrial> generous(Product product, Workload many) {
    return List.of(
        closed(product, many),
        closed(product, Workload.HOT_KEY),
        steady(product, many),
        relaxed(product, many));
  }

  boolean isOpen() {
    return perSecond > 0;
  }

  /** Returns the title of its table. */
  @Override
  public String toString() {
    return product + ", " + name;
  }
}
