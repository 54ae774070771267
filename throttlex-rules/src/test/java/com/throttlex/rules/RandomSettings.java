package com.throttlex.rules;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.Gains;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.Thresholds;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** Creates random settings of adaptive limits that use every part of a rule file. */
final class RandomSettings {
  private static final AdaptiveSettings USUAL = AdaptiveSettings.DEFAULTS;

  private final Random random;

  private RandomSettings(Random random) {
    this.random = random;
  }

  static AdaptiveSettings of(Random random) {
    if (random.nextBoolean()) {
      return USUAL;
    }
    AdaptiveSettings all = new RandomSettings(random).settings();
    return random.nextBoolean() ? all : all.with(Map.of("orders-db", of(all, random)));
  }

  /** Returns the settings of a service: other bounds and gains, the same intervals. */
  private static AdaptiveSettings of(AdaptiveSettings all, Random random) {
    Map<Signal, Bounds> bounds = new EnumMap<>(all.bounds());
    bounds.put(Signal.RESPONSE_TIME_P99, new Bounds(10 + random.nextInt(100), 5000));
    bounds.put(Signal.CONNECTION_POOL, new Bounds(random.nextDouble(), 1.5));
    Gains gains = all.gains();
    return new AdaptiveSettings(
        Map.of(Signal.RESPONSE_TIME_P99, 0.5, Signal.CONNECTION_POOL, 0.5),
        all.thresholds(),
        bounds,
        new Gains(2, 1, 0, gains.smoothing(), gains.deadBand(), 0.25, gains.growth()),
        all.interval(),
        all.changeInterval(),
        all.staleAfter());
  }

  private AdaptiveSettings settings() {
    double part = random.nextDouble();
    Duration interval = Duration.ofMillis(10L + random.nextInt(10_000));
    return new AdaptiveSettings(
        usualOr(USUAL.weights(), Map.of(Signal.CPU, part, Signal.MEMORY, 1 - part)),
        usualOr(USUAL.thresholds(), new Thresholds(0.1, 0.11 + part / 2, 0.9)),
        bounds(),
        usualOr(USUAL.gains(), new Gains(part, 0, 0.2, 1, part / 11, 0.5, 1.0001 + part / 2)),
        usualOr(USUAL.interval(), interval),
        usualOr(USUAL.changeInterval(), interval),
        usualOr(USUAL.staleAfter(), interval.plusSeconds(15)));
  }

  private Map<Signal, Bounds> bounds() {
    Map<Signal, Bounds> bounds = new EnumMap<>(USUAL.bounds());
    maybe(bounds, Signal.CPU, bounds(4));
    maybe(bounds, Signal.MEMORY, bounds(0.4));
    maybe(bounds, Signal.QUEUE_DEPTH, bounds(1e6));
    maybe(bounds, Signal.RESPONSE_TIME, bounds(1e6));
    maybe(bounds, Signal.RESPONSE_TIME, new Bounds(random.nextInt(9), 9));
    return bounds;
  }

  private void maybe(Map<Signal, Bounds> bounds, Signal signal, Bounds its) {
    if (random.nextBoolean()) {
      bounds.put(signal, its);
    }
  }

  private Bounds bounds(double most) {
    double good = random.nextDouble() * most;
    return new Bounds(good, good + most * (0.01 + random.nextDouble()));
  }

  private <T> T usualOr(T usual, T other) {
    return random.nextBoolean() ? usual : other;
  }
}
