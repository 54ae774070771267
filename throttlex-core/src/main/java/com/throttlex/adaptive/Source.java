package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The health of one source as this node knows it, from pushed and from measured signals.
 *
 * <p>Few requests prove little: one failure in five is no reason to cut a limit. A measurement
 * counts when it covers enough requests, until it is stale.
 */
final class Source {
  private static final int ENOUGH = 20;

  private record Pushed(double value, long at) {}

  private final TrafficWindow traffic = new TrafficWindow();
  private final UsualTime usual = new UsualTime();
  private final UsualTime usualP99 = new UsualTime();
  private final Map<Signal, Pushed> pushed = new EnumMap<>(Signal.class);
  private Traffic gathered = Traffic.NONE;
  private long gatheredSince;
  private Traffic believed = Traffic.NONE;
  private long believedAt;

  /** Records the end of a request to this source. */
  void ended(long took, Outcome outcome) {
    traffic.ended(took, outcome);
  }

  /** Records pushed signals. */
  synchronized void told(Readings readings, long now) {
    readings.values().forEach((signal, value) -> pushed.put(signal, new Pushed(value, now)));
  }

  /** Drops some signals and records others. */
  synchronized void replace(Set<Signal> gone, Readings readings, long now) {
    pushed.keySet().removeAll(gone);
    told(readings, now);
  }

  /** Returns a report of the source; pushed signals that are stale are left out. */
  synchronized SourceReport look(AdaptiveSettings settings, long now) {
    long stale = settings.staleAfter().toNanos();
    pushed.values().removeIf(told -> now - told.at > stale);
    Traffic seen = traffic.look(0);
    gather(seen, now, stale);
    Map<Signal, Double> judged = signals(believed);
    usual.seen(judged.getOrDefault(Signal.RESPONSE_TIME, 0.0));
    usualP99.seen(judged.getOrDefault(Signal.RESPONSE_TIME_P99, 0.0));
    Health health = Health.of(Readings.of(judged), settings, this::usualMillis);
    return new SourceReport(health, Math.max(1, seen.ended()), signals(seen), pushed.keySet());
  }

  private double usualMillis(Signal signal) {
    return switch (signal) {
      case RESPONSE_TIME -> usual.millis();
      case RESPONSE_TIME_P99 -> usualP99.millis();
      default -> 0;
    };
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

  /** Returns the signals; a pushed value replaces a measured one. */
  private Map<Signal, Double> signals(Traffic measured) {
    Map<Signal, Double> values = new EnumMap<>(Signal.class);
    if (measured.ended() > 0) {
      double lost = measured.failed() + measured.dropped();
      values.put(Signal.ERROR_RATE, lost / measured.ended());
    }
    if (measured.completed() + measured.failed() > 0) {
      values.put(Signal.RESPONSE_TIME, measured.p95Millis());
      values.put(Signal.RESPONSE_TIME_P99, measured.p99Millis());
    }
    pushed.forEach((signal, told) -> values.put(signal, told.value));
    return values;
  }
}
