package com.throttlex.benchmarks;

import com.github.benmanes.caffeine.cache.LoadingCache;
import com.throttlex.RateLimiter;
import com.throttlex.algorithm.Algorithm;
import io.github.bucket4j.Bucket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jol.info.GraphLayout;

/**
 * Heap per key, measured by walking every object that is reachable from the filled limiter.
 *
 * <p>The keys are the same strings for all; what they take themselves is subtracted from those that
 * keep them. ThrottleX keeps no string but a 128-bit hash, which is counted.
 */
final class Footprint {
  private Footprint() {}

  /** Bytes per key by limiter. */
  static Map<String, Double> bytesPerKey() {
    String[] keys = ManyKeys.keys();
    double strings = size((Object) keys) - 16.0 - 4.0 * keys.length;
    Map<String, Double> bytes = new LinkedHashMap<>();
    bytes.put("ThrottleX", throttlex(keys) / keys.length);
    Map<String, Bucket> map = new ConcurrentHashMap<>();
    LoadingCache<String, Bucket> cache = ManyKeys.cache();
    for (String key : keys) {
      map.put(key, ManyKeys.bucket());
    }
    bytes.put("Bucket4j + ConcurrentHashMap", (size(map) - strings) / keys.length);
    map.clear();
    for (String key : keys) {
      cache.put(key, ManyKeys.bucket());
    }
    bytes.put("Bucket4j + Caffeine", (size(cache) - strings) / keys.length);
    return bytes;
  }

  private static double throttlex(String[] keys) {
    RateLimiter limiter = RateLimiter.of("100/1d");
    for (String key : keys) {
      limiter.tryAcquire(key);
    }
    return size(limiter) - size(RateLimiter.of("100/1d"));
  }

  /** Bytes that a sliding log takes for each of the charges it remembers. */
  static double bytesPerLoggedCharge() {
    int charges = 100_000;
    RateLimiter limiter = RateLimiter.of(charges + "/1d", Algorithm.SLIDING_WINDOW_LOG);
    while (limiter.tryAcquire()) {
      Thread.onSpinWait();
    }
    RateLimiter empty = RateLimiter.of(charges + "/1d", Algorithm.SLIDING_WINDOW_LOG);
    return (double) (size(limiter) - size(empty)) / charges;
  }

  private static long size(Object root) {
    return GraphLayout.parseInstance(root).totalSize();
  }
}
