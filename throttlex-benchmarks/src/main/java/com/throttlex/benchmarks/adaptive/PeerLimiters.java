package com.throttlex.benchmarks.adaptive;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import com.throttlex.benchmarks.adaptive.AdaptiveContender.Setting;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The limiters of peers, each with settings from its documentation. */
final class PeerLimiters {
  private PeerLimiters() {}

  /** Returns the limiters that users could use instead. */
  static List<AdaptiveContender> all() {
    return List.of(
        peer("no limit", "every request is admitted.", new Setting("none", Unlimited::new)),
        peer(
            "static",
            "a fixed number of requests in flight, chosen with knowledge of all scenarios.",
            fixed(40),
            fixed(50),
            fixed(60),
            fixed(80)),
        peer(
            "static guess",
            "the same without that knowledge: the number of threads of a servlet container.",
            fixed(200)),
        peer(
            "AIMD",
            "AIMDLimit of Netflix's concurrency-limits; it reacts to timeouts.",
            simple("defaults", () -> AIMDLimit.newBuilder().build()),
            simple("timeout 200 ms", () -> aimd(200)),
            simple("timeout 500 ms", () -> aimd(500)),
            simple("timeout 200 ms, per window of 1 s", () -> windowed(aimd(200))),
            simple("timeout 500 ms, per window of 1 s", () -> windowed(aimd(500)))),
        peer(
            "Gradient2",
            "Gradient2Limit of the same library; it compares short-term and long-term latency.",
            gradient2(false)),
        peer(
            "Gradient2 partitioned",
            "the same with partitions; no other peer distinguishes priorities. At the"
                + " limit, 50 % of it is for critical and high, 40 % for normal and"
                + " 10 % for low requests.",
            gradient2(true)),
        peer(
            "Envoy gradient",
            "the gradient controller of Envoy's adaptive concurrency filter, written from its"
                + " documentation; it measures the latency without load at intervals.",
            envoy("defaults, minRTT every 60 s", 0.5, 60, 3, true),
            envoy("p90, minRTT every 60 s", 0.9, 60, 3, true),
            envoy("defaults, minRTT every 30 s", 0.5, 30, 3, true),
            envoy("p50, never below 25, minRTT from live traffic", 0.5, 60, 25, false),
            envoy("p90, never below 25, minRTT from live traffic", 0.9, 60, 25, false)));
  }

  private static AdaptiveContender peer(String name, String text, Setting... settings) {
    return new AdaptiveContender(name, text, false, List.of(settings));
  }

  private static Setting fixed(int limit) {
    return new Setting(String.valueOf(limit), () -> new StaticLimit(limit));
  }

  private static Setting simple(String text, Supplier<Limit> limit) {
    return new Setting(text, () -> NetflixLimiter.simple(limit.get()));
  }

  private static AIMDLimit aimd(int timeoutMillis) {
    return AIMDLimit.newBuilder().timeout(timeoutMillis, TimeUnit.MILLISECONDS).build();
  }

  private static Limit windowed(Limit limit) {
    return WindowedLimit.newBuilder().build(limit);
  }

  private static Setting[] gradient2(boolean partitioned) {
    return new Setting[] {
      gradient2("defaults, per request", partitioned, () -> Gradient2Limit.newDefault()),
      gradient2(
          "defaults, per window of 1 s", partitioned, () -> windowed(Gradient2Limit.newDefault())),
      gradient2(
          "tolerance 2, per window of 1 s",
          partitioned,
          () -> windowed(Gradient2Limit.newBuilder().rttTolerance(2).build())),
      gradient2(
          "tolerance 1, per window of 1 s",
          partitioned,
          () -> windowed(Gradient2Limit.newBuilder().rttTolerance(1).build())),
      gradient2(
          "least 4, queue of the square root, per window of 1 s",
          partitioned,
          () ->
              windowed(
                  Gradient2Limit.newBuilder()
                      .minLimit(4)
                      .queueSizeFunction(limit -> (int) StrictMath.sqrt(limit))
                      .build()))
    };
  }

  private static Setting gradient2(String text, boolean partitioned, Supplier<Limit> limit) {
    return new Setting(
        text,
        () ->
            partitioned
                ? NetflixLimiter.partitioned(limit.get())
                : NetflixLimiter.simple(limit.get()));
  }

  private static Setting envoy(
      String text, double percentile, int seconds, int least, boolean pins) {
    return new Setting(text, () -> new EnvoyGradient(percentile, seconds, least, pins));
  }
}
