package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.Map;

/**
 * What one node knows of the health of something: what was pushed, and what it measured itself.
 *
 * <p>A few requests say little: one that fails out of five is no reason to cut a limit. What was
 * measured counts as soon as it is the experience of some requests, and until it is stale.
 */
final class Source {
  private static final int ENOUGH = 20;

  private record Pushed(double value, long at) {}

  private final TrafficWindow traffic = new TrafficWindow();
  private final UsualTime usual = new UsualTime();
  private final Map<Signal, Pushed> pushed = new EnumMap<>(Signal.class);
  private Traffic gathered = Traffic.NONE;
  private long gatheredSince;
  private Traffic believed = Traffic.NONE;
  private long believedAt;

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
    long stale = settings.staleAfter().toNanos();
    pushed.values().removeIf(told -> now - told.at > stale);
    Traffic seen = traffic.look(0);
    gather(seen, now, stale);
    Map<Signal, Double> judged = signals(believed);
    usual.seen(judged.getOrDefault(Signal.RESPONSE_TIME, 0.0));
    Health health = Health.of(Readings.of(judged), settings, usual.millis());
    return new SourceReport(health, Math.max(1, seen.ended()), signals(seen), pushed.keySet());
  }

  private void gather(Traffic seen, long now, long stale) {
    if (now - gatheredSince > stale) {
      gathered = Traffic.NONE;
      gatheredSince = now;
    }
    gathered = gathered.and(seen);
    if (gathered.ended() >= ENOUGH) {
      believed = gathered;
      believedAt = now;
      gathered = Traffic.NONE;
      gatheredSince = now;
    } else if (now - believedAt > stale) {
      believed = Traffic.NONE;
    }
  }

  /** What was measured, and in its place what was pushed. */
  private Map<Signal, Double> signals(Traffic measured) {
    Map<Signal, Double> values = new EnumMap<>(Signal.class);
    if (measured.ended() > 0) {
      double lost = measured.failed() + measured.dropped();
      values.put(Signal.ERROR_RATE, lost / measured.ended());
    }
    if (measured.completed() + measured.failed() > 0) {
      values.put(Signal.RESPONSE_TIME, measured.p95Millis());
    }
    pushed.forEach((signal, told) -> values.put(signal, told.value));
    return values;
  }
}
