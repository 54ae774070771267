package com.throttlex.server.insight;

import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.server.admin.AdaptivePoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Adaptive limits and health over the last hour, one point every ten seconds.
 *
 * <p>Bounded: a point has the first {@link #MOST} rules and sources by name.
 */
public final class AdaptivePast {
  /** The largest number of rules, and of sources, in a point. */
  public static final int MOST = 100;

  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration KEPT = Duration.ofHours(1);

  private final Deque<AdaptivePoint> points = new ArrayDeque<>();

  /** Adds a point if it is time for the next one and there are adaptive limits. */
  public synchronized void tick(Instant now, Supplier<AdaptiveStatus> status) {
    AdaptivePoint last = points.peekLast();
    if (last != null && now.isBefore(last.at().plus(EVERY))) {
      return;
    }
    while (!points.isEmpty() && points.getFirst().at().isBefore(now.minus(KEPT))) {
      points.removeFirst();
    }
    AdaptivePoint point = point(now, status.get());
    if (!point.limits().isEmpty()) {
      points.addLast(point);
    }
  }

  private static AdaptivePoint point(Instant now, AdaptiveStatus status) {
    Map<String, Double> health =
        status.sources().entrySet().stream()
            .filter(source -> source.getValue().health().confidence() > 0)
            .sorted(Map.Entry.comparingByKey())
            .limit(MOST)
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().health().score()));
    Map<String, Long> limits =
        status.rules().stream()
            .sorted((a, b) -> a.rule().compareTo(b.rule()))
            .limit(MOST)
            .collect(Collectors.toMap(AdaptiveStatus.Limit::rule, AdaptiveStatus.Limit::limit));
    return new AdaptivePoint(now, health, limits);
  }

  /** Returns the points of the last hour, oldest first. */
  public synchronized List<AdaptivePoint> points() {
    return List.copyOf(points);
  }
}
