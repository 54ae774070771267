package com.throttlex.benchmarks;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.throttlex.RateLimiter;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A million keys in random order, each with a token bucket of 100 units a second.
 *
 * <p>Every limiter starts with all keys present. As in a server, the key of a request comes from
 * the network, so it is a new string each time. All limiters pay the same cost for it, which {@link
 * #keyAlone} shows.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ManyKeys {
  static final int KEYS = 1_000_000;

  private RateLimiter throttlex = RateLimiter.of("100/1s");
  private Map<String, Bucket> bucket4jInMap = Map.of();
  private LoadingCache<String, Bucket> bucket4jInCaffeine = cache();

  /** The position of a thread in its own random order. */
  @State(Scope.Thread)
  public static class Order {
    private final SplittableRandom random = new SplittableRandom();

    String next() {
      return key(random.nextInt(KEYS));
    }
  }

  @Setup
  public void fill() {
    throttlex = RateLimiter.of("100/1s");
    bucket4jInMap = new ConcurrentHashMap<>();
    bucket4jInCaffeine = cache();
    for (String key : keys()) {
      throttlex.tryAcquire(key);
      bucket4jInMap.put(key, bucket());
      bucket4jInCaffeine.put(key, bucket());
    }
  }

  static String[] keys() {
    return IntStream.range(0, KEYS).mapToObj(ManyKeys::key).toArray(String[]::new);
  }

  /** Returns the key of that number: 21 characters. */
  static String key(int number) {
    return "tenant-7:user-" + (number + KEYS);
  }

  static Bucket bucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(100).refillGreedy(100, Duration.ofSeconds(1)))
        .build();
  }

  static LoadingCache<String, Bucket> cache() {
    return Caffeine.newBuilder().maximumSize(KEYS).build(key -> bucket());
  }

  @Benchmark
  public String keyAlone(Order order) {
    return order.next();
  }

  @Benchmark
  public boolean throttlex(Order order) {
    return throttlex.tryAcquire(order.next());
  }

  @Benchmark
  public boolean bucket4jInMap(Order order) {
    return bucket4jInMap.computeIfAbsent(order.next(), key -> bucket()).tryConsume(1);
  }

  @Benchmark
  public boolean bucket4jInCaffeine(Order order) {
    return bucket4jInCaffeine.get(order.next()).tryConsume(1);
  }
}
