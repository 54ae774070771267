package com.throttlex.benchmarks.adaptive;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.ControlState;
import com.throttlex.adaptive.Controller;
import com.throttlex.adaptive.GradientController;
import com.throttlex.adaptive.Health;
import com.throttlex.adaptive.Observation;
import com.throttlex.adaptive.Range;
import org.jspecify.annotations.Nullable;

/** ThrottleX's limit on requests in flight, which follows their latency and losses. */
final class OwnConcurrency implements Limiter {
  /** The default start and range of the limits of Netflix's concurrency-limits. */
  static final Range RANGE = new Range(20, 20, 200);

  private final Controller controller;
  private final long interval;
  private final boolean shared;
  private final TrafficMeter meter = new TrafficMeter();
  private ControlState state;

  /**
   * Creates the limiter.
   *
   * @param settings how strongly it reacts
   * @param shared whether priority classes have shares of the limit
   */
  OwnConcurrency(AdaptiveSettings settings, boolean shared) {
    controller = new GradientController(RANGE, settings);
    interval = settings.interval().toNanos();
    this.shared = shared;
    state = controller.start(0);
  }

  @Override
  public @Nullable Ticket admit(RequestClass priority, long now) {
    double part = shared ? priority.share : 1;
    if (meter.inFlight() >= part * state.whole()) {
      meter.refuse(state.whole());
      return null;
    }
    meter.begin();
    return (ended, outcome) -> meter.end(ended - now, outcome);
  }

  @Override
  public void tick(long now, double busy, int waiting) {
    if (now % interval == 0) {
      Observation seen = new Observation(Health.UNKNOWN, meter.take());
      state = controller.step(state, seen, now).next();
    }
  }

  @Override
  public double limit() {
    return state.whole();
  }
}
