package com.throttlex.server.envoy;

/**
 * The demand of one proxy for one quota bucket, and the time between its reports.
 *
 * <p>It is an average in which each report counts half as much as the next one. A steep change
 * counts at once. Not thread-safe.
 */
final class QuotaDemand {
  private static final double SECOND = 1e9;

  /** A demand that is so many times another one, and a few requests more, is a steep change. */
  private static final double STEEP = 1.25;

  private static final double FEW = 2;
  private static final long USUAL_INTERVAL = 1_000_000_000L;
  private static final long LONGEST_INTERVAL = 60_000_000_000L;

  /** Reports that come closer together count as one. */
  private static final long ONE_NANOS = 50_000_000L;

  /** The reports after which the interval is known; the first one may come at any time. */
  private static final int SETTLED = 3;

  private long reportedAt;
  private long lastGap;
  private long interval = USUAL_INTERVAL;
  private long pending;
  private long usedAt;
  private double perSecond;
  private int reports;

  QuotaDemand(long now) {
    reportedAt = now;
    usedAt = now;
  }

  /** Adds a report of requests, admitted and denied. */
  void report(long requests, long now) {
    long gap = now - reportedAt;
    pending += requests;
    if (requests > 0) {
      usedAt = now;
    }
    if (gap >= ONE_NANOS) {
      count(gap);
      reportedAt = now;
    }
  }

  private void count(long gap) {
    double latest = pending * SECOND / gap;
    boolean steep = Math.max(latest, perSecond) > Math.min(latest, perSecond) * STEEP + FEW;
    perSecond = steep ? latest : (latest + perSecond) / 2;
    if (pending == 0 && perSecond * interval < SECOND) {
      perSecond = 0; // less than a request in an interval
    }
    pending = 0;
    long longer = Math.max(gap, lastGap);
    boolean pause = reports >= SETTLED && gap > 2 * interval;
    interval = Math.min(LONGEST_INTERVAL, pause ? 2 * interval : longer);
    lastGap = pause ? interval : gap;
    reports++;
  }

  /** Returns the requests in a time, rounded up. */
  long in(long nanos) {
    return (long) Math.ceil(perSecond * nanos / SECOND);
  }

  /** Returns whether there is no demand at present. */
  boolean isIdle() {
    return perSecond == 0 && pending == 0;
  }

  /** Returns the usual time between reports. */
  long interval() {
    return interval;
  }

  /** Returns the time since the last report. */
  long silence(long now) {
    return now - reportedAt;
  }

  /** Returns the time since the last report with a request. */
  long idleness(long now) {
    return now - usedAt;
  }

  /** Returns whether the proxy has been silent for so long that it may be gone. */
  boolean isSilent(long now) {
    long patience =
        reports < SETTLED
            ? LONGEST_INTERVAL + 5 * USUAL_INTERVAL
            : Math.max(interval, USUAL_INTERVAL) * 3;
    return silence(now) > patience;
  }
}
