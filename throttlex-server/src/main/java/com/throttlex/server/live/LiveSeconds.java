package com.throttlex.server.live;

import com.throttlex.micrometer.DecisionCount;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The decisions of each second of the last five minutes. Not thread-safe. */
final class LiveSeconds {
  static final int MOST_SECONDS = 300;

  /** The largest number of rules in an event, so that its size is bounded. */
  static final int MOST_RULES = 200;

  private record Second(long at, LiveTraffic.Sums sums) {}

  private record Change(String rule, DecisionCount count) {
    long decisions() {
      return count.allowed() + count.blocked() + count.shadowBlocked();
    }
  }

  private final Deque<Second> seconds = new ArrayDeque<>();
  private LiveTraffic before = new LiveTraffic(Map.of(), 0, 0);
  private LiveTraffic.Sums sums = before.sums();

  /** Begins to count from here, after a time in which no seconds were counted. */
  void begin(LiveTraffic now) {
    before = now;
    sums = now.sums();
  }

  /**
   * Ends a second.
   *
   * @param at its beginning, in seconds since the epoch
   * @return the event: the second, its busiest rules, and the totals since the start
   */
  JsonObject end(long at, LiveTraffic now) {
    Second second = new Second(at, now.sums().minus(sums));
    seconds.removeIf(other -> other.at >= at || other.at <= at - MOST_SECONDS);
    seconds.add(second);
    JsonArray rules = rules(now);
    begin(now);
    return totals().put("second", json(second)).put("rules", rules);
  }

  /** Returns the totals since the start of the service, as an event. */
  JsonObject totals() {
    return new JsonObject().put("totals", json(sums));
  }

  /** Returns the seconds, oldest first. */
  JsonObject history(long now) {
    JsonArray all = new JsonArray();
    for (Second second : seconds) {
      if (second.at > now - MOST_SECONDS) {
        all.add(json(second));
      }
    }
    return new JsonObject().put("seconds", all);
  }

  private JsonArray rules(LiveTraffic now) {
    List<Change> changes = new ArrayList<>();
    now.rules()
        .forEach(
            (rule, count) -> {
              DecisionCount earlier = before.rules().getOrDefault(rule, DecisionCount.ZERO);
              if (!count.equals(earlier)) {
                changes.add(new Change(rule, count.minus(earlier)));
              }
            });
    JsonArray busiest = new JsonArray();
    changes.stream()
        .sorted(Comparator.comparingLong(Change::decisions).reversed().thenComparing(Change::rule))
        .limit(MOST_RULES)
        .forEach(change -> busiest.add(json(change)));
    return busiest;
  }

  private static JsonObject json(Change change) {
    return new JsonObject()
        .put("rule", change.rule())
        .put("allowed", change.count().allowed())
        .put("denied", change.count().blocked())
        .put("delayed", change.count().delayed())
        .put("shadowDenied", change.count().shadowBlocked());
  }

  private static JsonObject json(Second second) {
    return json(second.sums).put("at", second.at);
  }

  private static JsonObject json(LiveTraffic.Sums sums) {
    return new JsonObject()
        .put("allowed", sums.allowed())
        .put("denied", sums.denied())
        .put("delayed", sums.delayed())
        .put("shed", sums.shed());
  }
}
