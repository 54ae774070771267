package com.throttlex.adaptive;

import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;

/**
 * A server under a limit on requests per second, in closed form: it answers slower the more it has
 * to do, and what it cannot do waits.
 */
final class Server {
  double perSecond = 1000;
  double offeredPerSecond = 5000;
  double noise = 0;

  private final Controller controller;
  private final AdaptiveSettings settings;
  private final Random random = new Random(5);
  private double waiting;
  ControlState state;
  Step last;
  long now = 1_800_000_000_000_000_000L;

  Server(Range range, AdaptiveSettings settings) {
    this.settings = settings;
    controller = new HealthController(range, settings);
    state = controller.start(now);
  }

  /** Runs for a time and shows each step's limit. */
  Server run(int seconds, LongConsumer limits) {
    long end = now + seconds * 1_000_000_000L;
    while (now < end) {
      now += settings.interval().toNanos();
      last = controller.step(state, new Observation(health(), Traffic.NONE), now);
      state = last.next();
      limits.accept(state.whole());
    }
    return this;
  }

  Server run(int seconds) {
    return run(seconds, limit -> {});
  }

  private Health health() {
    double passed = Math.min(offeredPerSecond, (double) state.whole());
    double load = passed / perSecond;
    waiting = Math.max(0, waiting + (passed - perSecond) * settings.interval().toMillis() / 1000.0);
    double millis = 20 / (1 - 0.9 * Math.min(0.98, load)) + waiting / perSecond * 1000;
    Readings readings =
        Readings.of(
            Map.of(
                Signal.RESPONSE_TIME,
                millis * Math.exp(noise * random.nextGaussian()),
                Signal.ERROR_RATE,
                0.0,
                Signal.CPU,
                Math.min(1.5, load),
                Signal.QUEUE_DEPTH,
                waiting));
    return Health.of(readings, settings, 40);
  }
}
