package com.throttlex.benchmarks;

import com.github.benmanes.caffeine.cache.LoadingCache;
import com.throttlex.RateLimiter;
import com.throttlex.algorithm.Algorithm;
import io.github.bucket4j.Bucket;
import java.lang.ref.Reference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Measures heap per key: the heap in use after a collection, before and after a limiter is filled.
 *
 * <p>The strings of the keys exist before and are not counted. ThrottleX stores no string but a
 * 128-bit hash, which is counted.
 */
final class Footprint {
  private static final int LOGGED = 100_000;

  private Footprint() {}

  /** Returns bytes per key by limiter. */
  static Map<String, Double> bytesPerKey() {
    String[] keys = ManyKeys.keys();
    try {
      Map<String, Double> bytes = new LinkedHashMap<>();
      bytes.put("ThrottleX", growth(() -> throttlex(keys)) / keys.length);
      bytes.put("Bucket4j + ConcurrentHashMap", growth(() -> inMap(keys)) / keys.length);
      bytes.put("Bucket4j + Caffeine", growth(() -> inCaffeine(keys)) / keys.length);
      return bytes;
    } finally {
      Reference.reachabilityFence(keys);
    }
  }

  /** Returns the bytes of a sliding log for each stored charge. */
  static double bytesPerLoggedCharge() {
    return growth(Footprint::log) / LOGGED;
  }

  private static RateLimiter throttlex(String[] keys) {
    RateLimiter limiter = RateLimiter.of("100/1d");
    for (String key : keys) {
      limiter.tryAcquire(key);
    }
    return limiter;
  }

  private static Map<String, Bucket> inMap(String[] keys) {
    Map<String, Bucket> map = new ConcurrentHashMap<>();
    for (String key : keys) {
      map.put(key, ManyKeys.bucket());
    }
    return map;
  }

  private static LoadingCache<String, Bucket> inCaffeine(String[] keys) {
    LoadingCache<String, Bucket> cache = ManyKeys.cache();
    for (String key : keys) {
      cache.put(key, ManyKeys.bucket());
    }
    return cache;
  }

  private static RateLimiter log() {
    RateLimiter limiter = RateLimiter.of(LOGGED + "/1d", Algorithm.SLIDING_WINDOW_LOG);
    for (int i = 0; i < LOGGED; i++) {
      limiter.tryAcquire();
    }
    return limiter;
  }

  private static double growth(Supplier<Object> fill) {
    long before = used();
    Object filled = fill.get();
    try {
      return used() - before;
    } finally {
      Reference.reachabilityFence(filled);
    }
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 5; i++) {
      runtime.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
