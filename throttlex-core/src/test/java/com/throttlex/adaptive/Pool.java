package com.throttlex.adaptive;

import java.util.Random;
import java.util.function.LongConsumer;

/**
 * Servers with a queue in front, under a limit on requests in flight, in closed form. Up to the
 * number of servers, a request takes its service time; beyond it, the wait grows in proportion.
 */
final class Pool {
  double servers = 20;
  double serviceMillis = 50;
  double offeredPerSecond = 1e6;
  double timeoutMillis = 1e8;
  boolean timeoutIsDropped = true;
  double noise = 0;
  double failing = 0;
  long served;

  private final Controller controller;
  private final long stepNanos;
  private final Random random = new Random(7);
  ControlState state;
  Step last;
  long now = 1_800_000_000_000_000_000L;

  Pool(Controller controller, long stepMillis) {
    this.controller = controller;
    stepNanos = stepMillis * 1_000_000;
    state = controller.start(now);
  }

  /** Runs for a time and shows each step's limit. */
  Pool run(double seconds, LongConsumer limits) {
    long end = now + (long) (seconds * 1e9);
    while (now < end) {
      now += stepNanos;
      last = controller.step(state, new Observation(Health.UNKNOWN, traffic()), now);
      state = last.next();
      limits.accept(state.whole());
    }
    return this;
  }

  Pool run(double seconds) {
    return run(seconds, limit -> {});
  }

  private Traffic traffic() {
    double enough = offeredPerSecond * serviceMillis / 1000;
    double under = Math.min((double) state.whole(), enough <= servers ? Math.ceil(enough) : 1e9);
    double millis = serviceMillis * Math.max(1, under / servers);
    millis *= Math.exp(noise * random.nextGaussian());
    boolean late = millis > timeoutMillis;
    double seen = Math.min(millis, timeoutMillis);
    double ended = Math.min(offeredPerSecond, under / seen * 1000) * stepNanos / 1e9;
    // A request that ends after its client disconnected is useless.
    long all = Math.max(1, Math.round(ended));
    long failed = Math.round(all * failing);
    long dropped = late && timeoutIsDropped ? all - failed : 0;
    long completed = all - failed - dropped;
    served += late ? 0 : completed;
    double tail = late ? seen : seen * 2;
    boolean timed = all > dropped;
    return new Traffic(
        completed,
        failed,
        dropped,
        timed ? seen : 0,
        timed ? seen : 0,
        timed ? tail : 0,
        timed ? tail : 0,
        (long) under);
  }
}
