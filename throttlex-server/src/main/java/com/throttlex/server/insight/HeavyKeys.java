package com.throttlex.server.insight;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.server.admin.TopKey;
import com.throttlex.server.admin.TopKeys;
import com.throttlex.server.admin.TopReport;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryUse;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys with the most requests and those with the most denials, over the last 10 to 20
 * minutes.
 *
 * <p>Threads count in separate sketches as far as there are enough, so that they do not wait for
 * each other. A report adds the sketches up. Counting restarts every 10 minutes, and a report also
 * covers the previous period. The time is that of the last decision of any thread.
 *
 * <p>Decisions wait for a report only while it copies one sketch of their stripe, which has at most
 * {@link Sketch#MOST_PLACES} places. There is one report at a time.
 */
public final class HeavyKeys implements DecisionListener, TopKeys {
  private static final long PERIOD_NANOS = 600_000_000_000L;
  private static final int STRIPES = 8;

  /** The sketches of a stripe: all and denied, of this period and of the previous one. */
  private static final int SKETCHES = 4;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final long budget;

  private final Object reporting = new Object();

  /** The number of requests of a key by outcome. */
  record Tally(String rule, long allowed, long denied, long shadowDenied) {
    Tally plus(Tally other) {
      return new Tally(
          rule, allowed + other.allowed, denied + other.denied, shadowDenied + other.shadowDenied);
    }

    /** The number of requests that were or would have been denied. */
    long stopped() {
      return denied + shadowDenied;
    }
  }

  private static final class Stripe {
    private final int seed;
    private final long room;
    private long latest;
    private long startedAt;
    private long previousStartedAt;
    private Sketch all;
    private Sketch denied;
    private Sketch previousAll;
    private Sketch previousDenied;

    Stripe(int seed, long now, long room) {
      this.seed = seed;
      this.room = room;
      latest = now;
      startedAt = now;
      previousStartedAt = now;
      all = new Sketch(seed, room);
      denied = new Sketch(seed, room);
      previousAll = all;
      previousDenied = denied;
    }

    synchronized void add(Key key, String rule, Sketch.Outcome outcome, long now, long count) {
      turn(now);
      all.add(key, rule, outcome, count);
      if (outcome != Sketch.Outcome.ALLOWED) {
        denied.add(key, rule, outcome, count);
      }
    }

    private void turn(long now) {
      latest = Math.max(latest, now);
      long age = now - startedAt;
      if (age >= PERIOD_NANOS) {
        previousStartedAt = startedAt;
        previousAll = all;
        previousDenied = denied;
        startedAt = now;
        all = new Sketch(seed, room);
        denied = new Sketch(seed, room);
      }
      if (age >= 2 * PERIOD_NANOS) { // no decision for a whole period
        previousStartedAt = now;
        previousAll = all;
        previousDenied = denied;
      }
    }

    synchronized long latest() {
      return latest;
    }

    synchronized long bytes() {
      long bytes = all.bytes() + denied.bytes();
      return previousAll == all ? bytes : bytes + previousAll.bytes() + previousDenied.bytes();
    }

    /** Adds the counts to tables by key; returns since when they were counted. */
    long collect(long now, Map<String, Tally> used, Map<String, Tally> stopped) {
      Present present = present(now);
      merge(copy(present.all), used);
      merge(copy(present.denied), stopped);
      if (present.previousAll != present.all) { // nothing is added to these any more
        merge(present.previousAll.entries(), used);
        merge(present.previousDenied.entries(), stopped);
      }
      return present.since;
    }

    private synchronized Present present(long now) {
      turn(now);
      return new Present(all, denied, previousAll, previousDenied, previousStartedAt);
    }

    private synchronized List<Sketch.Entry> copy(Sketch sketch) {
      return sketch.entries();
    }

    private static void merge(List<Sketch.Entry> entries, Map<String, Tally> to) {
      entries.forEach(entry -> to.merge(entry.key(), entry.tally(), Tally::plus));
    }

    private record Present(
        Sketch all, Sketch denied, Sketch previousAll, Sketch previousDenied, long since) {}
  }

  /**
   * Starts counting at that time, in nanoseconds since the epoch.
   *
   * @param budget the largest number of bytes that this may use
   */
  public HeavyKeys(long now, long budget) {
    this.budget = budget;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe(i, now, budget / (STRIPES * SKETCHES));
    }
  }

  /** Returns the memory in use and the budget. */
  public MemoryUse memory() {
    long bytes = Arrays.stream(stripes).mapToLong(Stripe::bytes).sum();
    return new MemoryUse(MemoryBudget.Table.TOP_KEYS, bytes, budget);
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    decided(request, decision, verdicts, 1);
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts, long count) {
    Stripe stripe = stripes[(int) Thread.currentThread().getId() & (STRIPES - 1)];
    for (int i = 0; i < verdicts.size(); i++) {
      Rule rule = verdicts.rule(i);
      stripe.add(
          verdicts.key(i),
          rule.id(),
          outcome(decision, rule, verdicts.allowed(i)),
          decision.nowNanos(),
          count);
    }
  }

  private static Sketch.Outcome outcome(Decision decision, Rule rule, boolean fits) {
    if (fits) {
      return Sketch.Outcome.ALLOWED;
    } else if (rule.mode() == Mode.SHADOW) {
      return Sketch.Outcome.SHADOW_DENIED;
    }
    return decision.allowed() ? Sketch.Outcome.ALLOWED : Sketch.Outcome.DENIED;
  }

  @Override
  public TopReport report(int n, @Nullable String rule) {
    Map<String, Tally> used = new HashMap<>();
    Map<String, Tally> stopped = new HashMap<>();
    long since = Long.MAX_VALUE;
    synchronized (reporting) {
      long now = Arrays.stream(stripes).mapToLong(Stripe::latest).max().orElseThrow();
      for (Stripe stripe : stripes) {
        since = Math.min(since, stripe.collect(now, used, stopped));
      }
    }
    stopped.replaceAll((key, tally) -> fuller(used.get(key), tally));
    if (rule != null) {
      used.values().removeIf(tally -> !tally.rule().equals(rule));
      stopped.values().removeIf(tally -> !tally.rule().equals(rule));
    }
    return new TopReport(
        TimeSource.instant(since),
        first(used, n, TopKey::requests),
        first(stopped, n, TopKey::denied),
        first(stopped, n, TopKey::shadowDenied));
  }

  /** Returns the tally of all decisions if there is one; that of denials is incomplete. */
  private static Tally fuller(@Nullable Tally all, Tally denied) {
    return all == null || all.stopped() < denied.stopped() ? denied : all;
  }

  /** Returns the keys with the most requests of a kind, and at least one. */
  private static List<TopKey> first(Map<String, Tally> tallies, int n, ToLongFunction<TopKey> by) {
    return tallies.entrySet().stream()
        .map(e -> key(e.getKey(), e.getValue()))
        .filter(key -> by.applyAsLong(key) > 0)
        .sorted(
            Comparator.comparingLong(by)
                .thenComparingLong(TopKey::requests)
                .reversed()
                .thenComparing(TopKey::key))
        .limit(n)
        .toList();
  }

  private static TopKey key(String key, Tally tally) {
    return new TopKey(key, tally.rule(), tally.allowed(), tally.denied(), tally.shadowDenied());
  }
}
