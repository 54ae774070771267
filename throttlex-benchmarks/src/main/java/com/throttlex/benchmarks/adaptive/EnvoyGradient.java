package com.throttlex.benchmarks.adaptive;

import org.jspecify.annotations.Nullable;

/**
 * The gradient controller of Envoy's adaptive concurrency filter, written from its documentation.
 *
 * <p>At intervals the limit is set to the minimum, and the latency of the next requests is taken as
 * the latency without load. Otherwise, every tenth of a second: {@code limit = gradient * limit +
 * sqrt(limit)}. The gradient is that latency with a buffer, divided by the latest sample, and stays
 * between 0.5 and 2.
 */
final class EnvoyGradient implements Limiter {
  private static final int MAX = 1_000;
  private static final int REQUESTS = 50;
  private static final double BUFFER = 0.25;
  private static final double JITTER = 0.15;
  private static final int LEAST_IN_A_ROW = 5;

  private final double percentile;
  private final long interval;
  private final int least;
  private final boolean pins;
  private final Dice dice = new Dice(1);
  private final Times samples = new Times();
  private double limit;
  private double latency;
  private long measureAt;
  private long measuringSince;
  private boolean measuring = true;
  private int leastInRow;
  private int inFlight;

  /**
   * Creates the limiter.
   *
   * @param percentile the percentile of the samples that counts
   * @param seconds the time between measurements of the latency without load
   * @param least the limit during such a measurement, and the minimum
   * @param pins whether the limit is set to the minimum during a measurement
   */
  EnvoyGradient(double percentile, int seconds, int least, boolean pins) {
    this.percentile = percentile;
    interval = (long) (seconds * Plant.SECOND);
    this.least = least;
    this.pins = pins;
    limit = least;
  }

  @Override
  public @Nullable Ticket admit(RequestClass priority, long now) {
    if (inFlight >= (int) limit()) {
      return null;
    }
    inFlight++;
    return (ended, outcome) -> {
      inFlight--;
      sample(now, ended);
    };
  }

  private void sample(long began, long ended) {
    if (began < measuringSince) {
      return;
    }
    samples.add(ended - began);
    if (measuring && samples.size() >= REQUESTS) {
      latency = samples.millis(percentile);
      samples.clear();
      measuring = false;
      measureAt = ended + (long) (interval * (1 + JITTER * dice.uniform()));
    }
  }

  @Override
  public void tick(long now, double busy, int waiting) {
    if (measuring) {
      return;
    }
    if (now >= measureAt || leastInRow >= LEAST_IN_A_ROW) {
      measuring = true;
      measuringSince = now;
      leastInRow = 0;
      samples.clear();
    } else if (samples.size() > 0) {
      move();
    }
  }

  private void move() {
    double gradient = latency * (1 + BUFFER) / samples.millis(percentile);
    double moved = limit * Math.max(0.5, Math.min(2, gradient));
    limit = Math.max(least, Math.min(MAX, (int) (moved + StrictMath.sqrt(moved))));
    leastInRow = limit == least ? leastInRow + 1 : 0;
    samples.clear();
  }

  @Override
  public double limit() {
    return measuring && pins ? least : limit;
  }
}
