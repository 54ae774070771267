package com.throttlex.adaptive;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;

/** All sources that this node knows, by name. */
final class Sources {
  /** A registered function, and the signals that it gave last. */
  private static final class Watched {
    final String source;
    final LongFunction<Map<Signal, Double>> signals;
    Set<Signal> given = Set.of();

    Watched(String source, LongFunction<Map<Signal, Double>> signals) {
      this.source = source;
      this.signals = signals;
    }
  }

  private static final Readings NOTHING = Readings.of(Map.of());

  private final Map<String, Source> sources = new ConcurrentHashMap<>();
  private final List<Watched> watched = new CopyOnWriteArrayList<>();
  private final Map<String, String> wholes = new ConcurrentHashMap<>();
  private final LongAdder ignored = new LongAdder();

  void watch(String source, LongFunction<Map<Signal, Double>> signals) {
    watched.add(new Watched(source, signals));
  }

  void partOf(String whole, String source) {
    wholes.put(source, whole);
  }

  /** The number of signals that were too old to count. */
  long ignored() {
    return ignored.sum();
  }

  boolean signal(String source, Readings readings, long at, long now, AdaptivePlan plan) {
    if (now - at > plan.settings().staleAfter().toNanos()) {
      ignored.increment();
      return false;
    }
    boolean known = plan.isFollowed(source) || sources.containsKey(source);
    if (!known && sources.size() >= AdaptiveLimits.MOST_SOURCES) {
      throw new IllegalArgumentException(
          "service: " + source + " (expected: one of at most " + AdaptiveLimits.MOST_SOURCES + ")");
    }
    source(source).told(readings, Math.min(at, now));
    return true;
  }

  void ended(String source, long nanos, Outcome outcome, AdaptivePlan plan) {
    told(source, nanos, outcome, plan);
    String whole = wholes.get(source);
    if (whole != null) {
      told(whole, nanos, outcome, plan);
    }
  }

  /** Records an outcome; only of sources that a rule follows, because clients can name any. */
  private void told(String source, long nanos, Outcome outcome, AdaptivePlan plan) {
    if (plan.isFollowed(source)) {
      source(source).ended(nanos, outcome);
    }
  }

  private Source source(String name) {
    return sources.computeIfAbsent(name, made -> new Source());
  }

  /** Returns a report of each source. */
  Map<String, SourceReport> look(AdaptivePlan plan, long now) {
    watched.forEach(each -> read(each, now));
    Map<String, SourceReport> reports = new TreeMap<>();
    sources.forEach(
        (name, source) -> reports.put(name, source.look(plan.settings().of(name), now)));
    reports.forEach((name, report) -> forget(name, report, plan));
    return reports;
  }

  /** Removes a source that no rule follows and that has no known signal. */
  private void forget(String name, SourceReport report, AdaptivePlan plan) {
    if (report.values().isEmpty() && !plan.isFollowed(name)) {
      sources.remove(name);
    }
  }

  /**
   * Reads registered signals. A signal that is no longer given is no longer known. If a value is
   * not possible, or cannot be read, none of the signals is known.
   */
  private void read(Watched watched, long now) {
    Readings readings = NOTHING;
    try {
      readings = Readings.of(watched.signals.apply(now));
    } catch (RuntimeException e) {
      ignored.increment();
    }
    Set<Signal> gone = new HashSet<>(watched.given);
    gone.removeAll(readings.values().keySet());
    watched.given = readings.values().keySet();
    source(watched.source).replace(gone, readings, now);
  }
}
