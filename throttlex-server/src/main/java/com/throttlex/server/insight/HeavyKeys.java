package com.throttlex.server.insight;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
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
 */
public final class HeavyKeys implements DecisionListener, TopKeys {
  private static final long PERIOD_NANOS = 600_000_000_000L;
  private static final int STRIPES = 8;

  /** The sketches of a stripe: all and denied, of this period and of the previous one. */
  private static final int SKETCHES = 4;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final long budget;

  /** The number of allowed and denied requests of a key. */
  record Tally(String rule, long allowed, long denied) {
    Tally plus(Tally other) {
      return new Tally(rule, allowed + other.allowed, denied + other.denied);
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

    synchronized void add(Key key, String rule, boolean passed, long now) {
      turn(now);
      all.add(key, rule, passed);
      if (!passed) {
        denied.add(key, rule, false);
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

    synchronized long collect(long now, Map<String, Tally> used, Map<String, Tally> stopped) {
      turn(now);
      all.collect(used);
      denied.collect(stopped);
      if (previousAll != all) {
        previousAll.collect(used);
        previousDenied.collect(stopped);
      }
      return previousStartedAt;
    }
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
    Stripe stripe = stripes[(int) Thread.currentThread().getId() & (STRIPES - 1)];
    for (int i = 0; i < verdicts.size(); i++) {
      boolean passed = decision.allowed() || verdicts.allowed(i);
      stripe.add(verdicts.key(i), verdicts.rule(i).id(), passed, decision.nowNanos());
    }
  }

  @Override
  public TopReport report(int n) {
    Map<String, Tally> used = new HashMap<>();
    Map<String, Tally> stopped = new HashMap<>();
    long now = Arrays.stream(stripes).mapToLong(Stripe::latest).max().orElseThrow();
    long since = Long.MAX_VALUE;
    for (Stripe stripe : stripes) {
      since = Math.min(since, stripe.collect(now, used, stopped));
    }
    stopped.replaceAll((key, tally) -> fuller(used.get(key), tally));
    return new TopReport(
        TimeSource.instant(since),
        first(used, n, key -> key.allowed() + key.denied()),
        first(stopped, n, TopKey::denied));
  }

  /** Returns the tally of all decisions if there is one; that of denials is incomplete. */
  private static Tally fuller(@Nullable Tally all, Tally denied) {
    return all == null || all.denied() < denied.denied() ? denied : all;
  }

  private static List<TopKey> first(Map<String, Tally> tallies, int n, ToLongFunction<TopKey> by) {
    return tallies.entrySet().stream()
        .map(
            e ->
                new TopKey(
                    e.getKey(), e.getValue().rule(), e.getValue().allowed(), e.getValue().denied()))
        .sorted(
            Comparator.comparingLong(by)
                .thenComparingLong(key -> key.allowed() + key.denied())
                .reversed()
                .thenComparing(TopKey::key))
        .limit(n)
        .toList();
  }
}
