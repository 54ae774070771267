package com.throttlex.benchmarks.adaptive;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.ControlState;
import com.throttlex.adaptive.Controller;
import com.throttlex.adaptive.Health;
import com.throttlex.adaptive.HealthController;
import com.throttlex.adaptive.Observation;
import com.throttlex.adaptive.Range;
import com.throttlex.adaptive.Readings;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.Traffic;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ThrottleX's limit on requests per second. It follows health: response times and errors, busy
 * workers and the queue.
 */
final class OwnRate implements Limiter {
  private static final Range RANGE = new Range(100, 1_000, 1_500);

  /** The burst is a tenth of a second. */
  private static final double BURST_SECONDS = 0.1;

  private final AdaptiveSettings settings;
  private final Controller controller;
  private final long interval;
  private final TrafficMeter meter = new TrafficMeter();
  private ControlState state;
  private double tokens;
  private long filledAt;
  private double busySum;
  private int busyTicks;

  OwnRate(AdaptiveSettings defaults) {
    settings = withTarget(defaults);
    controller = new HealthController(RANGE, settings);
    interval = settings.interval().toNanos();
    state = controller.start(0);
    tokens = burst();
  }

  /** Returns settings with a target: a quarter of the clients' second is good, all of it bad. */
  private static AdaptiveSettings withTarget(AdaptiveSettings settings) {
    Map<Signal, Bounds> bounds = new EnumMap<>(settings.bounds());
    bounds.put(Signal.RESPONSE_TIME, new Bounds(250, 1_000));
    return new AdaptiveSettings(
        settings.weights(),
        settings.thresholds(),
        bounds,
        settings.gains(),
        settings.interval(),
        settings.changeInterval(),
        settings.staleAfter());
  }

  private double burst() {
    return BURST_SECONDS * state.whole();
  }

  @Override
  public @Nullable Ticket admit(RequestClass priority, long now) {
    tokens = Math.min(burst(), tokens + state.whole() * ((now - filledAt) / Plant.SECOND));
    filledAt = now;
    boolean always = priority == RequestClass.CRITICAL;
    if (!always && tokens - 1 < (1 - priority.share) * burst()) {
      return null;
    }
    tokens = Math.max(0, tokens - 1);
    meter.begin();
    return (ended, outcome) -> meter.end(ended - now, outcome);
  }

  @Override
  public void tick(long now, double busy, int waiting) {
    busySum += busy;
    busyTicks++;
    if (now % interval == 0) {
      Traffic traffic = meter.take();
      Health health = health(traffic, busySum / busyTicks, waiting);
      busySum = 0;
      busyTicks = 0;
      state = controller.step(state, new Observation(health, traffic), now).next();
    }
  }

  private Health health(Traffic traffic, double busy, int waiting) {
    if (traffic.ended() == 0) {
      return Health.UNKNOWN;
    }
    Map<Signal, Double> values = new EnumMap<>(Signal.class);
    double lost = traffic.failed() + traffic.dropped();
    values.put(Signal.CPU, busy);
    values.put(Signal.QUEUE_DEPTH, (double) waiting);
    values.put(Signal.ERROR_RATE, lost / traffic.ended());
    if (traffic.completed() + traffic.failed() > 0) {
      values.put(Signal.RESPONSE_TIME, traffic.p95Millis());
    }
    return Health.of(Readings.of(values), settings, 0);
  }

  /** Returns the requests in flight at this rate without waiting. */
  @Override
  public double limit() {
    return state.whole() * Plant.WORK_SECONDS;
  }
}
