package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.Map;

/** What one node knows of the health of something: what was pushed, and what it measured itself. */
final class Source {
  private record Pushed(double value, long at) {}

  private final TrafficWindow traffic = new TrafficWindow();
  private final UsualTime usual = new UsualTime();
  private final Map<Signal, Pushed> pushed = new EnumMap<>(Signal.class);

  /** A request to it has ended. */
  void ended(long took, Outcome outcome) {
    traffic.ended(took, outcome);
  }

  /** Somebody says what its signals are. */
  synchronized void told(Readings readings, long now) {
    readings.values().forEach((signal, value) -> pushed.put(signal, new Pushed(value, now)));
  }

  /** What there is to say of it; what was pushed long ago is not known any more. */
  synchronized SourceReport look(AdaptiveSettings settings, long now) {
    Traffic seen = traffic.look(0);
    Map<Signal, Double> values = new EnumMap<>(Signal.class);
    if (seen.ended() > 0) {
      values.put(Signal.ERROR_RATE, (seen.failed() + seen.dropped()) / (double) seen.ended());
    }
    if (seen.completed() + seen.failed() > 0) {
      values.put(Signal.RESPONSE_TIME, seen.p95Millis());
    }
    long stale = settings.staleAfter().toNanos();
    pushed.values().removeIf(told -> now - told.at > stale);
    pushed.forEach((signal, told) -> values.put(signal, told.value));
    usual.seen(values.getOrDefault(Signal.RESPONSE_TIME, 0.0));
    Health health = Health.of(Readings.of(values), settings, usual.millis());
    return new SourceReport(health, Math.max(1, seen.ended()), values);
  }
}
