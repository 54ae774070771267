package com.throttlex.server.compat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The decisions of this node: totals since the start, rates of the last minute, and latencies.
 *
 * <p>It takes a sample every second, and keeps those of one minute.
 */
public final class TrafficMetrics {
  private static final int SAMPLES = 61;

  private record Sample(double allowed, double denied) {}

  private final MeterRegistry registry;
  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Reads the decisions from the metrics of a registry. */
  public TrafficMetrics(MeterRegistry registry) {
    this.registry = registry;
    samples.add(new Sample(0, 0));
  }

  /** Takes a sample; called every second. */
  public synchronized void tick() {
    samples.addLast(now());
    if (samples.size() > SAMPLES) {
      samples.removeFirst();
    }
  }

  private Sample now() {
    return new Sample(total("throttlex.allowed"), total("throttlex.blocked"));
  }

  private double total(String counter) {
    return registry.find(counter).functionCounters().stream()
        .mapToDouble(FunctionCounter::count)
        .sum();
  }

  /** Returns the members {@code totals}, {@code rates} and {@code latency}. */
  synchronized JsonObject json() {
    Sample now = now();
    return new JsonObject()
        .put("totals", totals(now))
        .put("rates", rates())
        .put("latency", latency());
  }

  private JsonObject totals(Sample now) {
    return new JsonObject()
        .put("decisions", (long) (now.allowed + now.denied))
        .put("allowed", (long) now.allowed)
        .put("denied", (long) now.denied)
        .put("shadowDenied", (long) total("throttlex.shadow.blocked"));
  }

  private JsonObject rates() {
    int seconds = samples.size() - 1;
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    double allowed = (last.allowed - first.allowed) / Math.max(1, seconds);
    double denied = (last.denied - first.denied) / Math.max(1, seconds);
    return new JsonObject()
        .put("windowSeconds", seconds)
        .put("decisionsPerSecond", allowed + denied)
        .put("allowedPerSecond", allowed)
        .put("deniedPerSecond", denied)
        .put("deniedShare", denied == 0 ? 0.0 : denied / (allowed + denied));
  }

  private JsonObject latency() {
    Map<Double, Double> buckets = new TreeMap<>();
    long count = 0;
    for (Timer timer : registry.find("throttlex.latency").timers()) { // one for each store
      count += timer.count();
      for (CountAtBucket bucket : timer.takeSnapshot().histogramCounts()) {
        buckets.merge(bucket.bucket(TimeUnit.MILLISECONDS), bucket.count(), Double::sum);
      }
    }
    return new JsonObject()
        .put("count", count)
        .put("p50Ms", percentile(buckets, 0.5))
        .put("p95Ms", percentile(buckets, 0.95))
        .put("p99Ms", percentile(buckets, 0.99));
  }

  /** Returns the upper bound of the bucket that the percentile is in; 0 without decisions. */
  private static double percentile(Map<Double, Double> buckets, double part) {
    double all = buckets.values().stream().reduce(0.0, Math::max);
    return buckets.entrySet().stream()
        .filter(bucket -> all > 0 && bucket.getValue() >= part * all)
        .findFirst()
        .map(Map.Entry::getKey)
        .orElse(0.0);
  }
}
