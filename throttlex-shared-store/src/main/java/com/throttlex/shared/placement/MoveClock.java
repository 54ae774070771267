package com.throttlex.shared.placement;

import com.throttlex.rule.BlockCounters;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.MoveTime;
import com.throttlex.shared.RuleStores;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Measures for how long all nodes have charged both stores of each move. Not thread-safe. */
final class MoveClock {
  /** After a pause of this length, the node may have missed that another one failed. */
  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

  private final long margin;
  private final Map<String, Run> runs = new HashMap<>();
  private long lastRound = Long.MIN_VALUE;

  MoveClock(Duration margin) {
    this.margin = margin.toNanos();
  }

  /** The time of a move, which runs while all nodes charge both stores. */
  private record Run(long since, long start, long length) {}

  String ruleKey(String id) {
    return "rule " + id;
  }

  String storeKey(String name) {
    return "store " + name;
  }

  boolean isMoving(StorePlan plan) {
    return plan.rules().values().stream().anyMatch(ChargedStores::isMoving)
        || plan.stores().values().stream().anyMatch(ChargedStores::isMoving);
  }

  /** Returns the plan in which the moves whose time has passed are completed. */
  StorePlan settled(
      StorePlan plan,
      @Nullable RuleBook book,
      Map<String, NodeState> nodes,
      StoreSurroundings around) {
    long now = around.nanoTime().getAsLong();
    if (lastRound != Long.MIN_VALUE && now - lastRound > LONGEST_PAUSE) {
      runs.clear();
    }
    lastRound = now;
    if (book == null) {
      return plan;
    }
    Set<String> rules = new HashSet<>();
    Set<String> stores = new HashSet<>();
    plan.rules()
        .forEach(
            (id, entry) -> {
              boolean ready = book.rule(id) != null && isReady(entry, nodes, around);
              if (isOver(ruleKey(id), entry, ready, length(id, book, nodes), now)) {
                rules.add(id);
              }
            });
    plan.stores()
        .forEach(
            (name, entry) -> {
              boolean ready = isReady(entry, nodes, around);
              if (isOver(storeKey(name), entry, ready, length(name, plan, book, nodes), now)) {
                stores.add(name);
              }
            });
    return rules.isEmpty() && stores.isEmpty() ? plan : plan.settled(rules, stores);
  }

  private boolean isOver(String key, ChargedStores entry, boolean ready, long length, long now) {
    Run run = runs.get(key);
    if (!ready) {
      runs.remove(key);
      return false;
    }
    long start = run == null || run.since != entry.since() ? now : run.start;
    runs.put(key, new Run(entry.since(), start, length + margin));
    return now - start >= length + margin;
  }

  private boolean isReady(
      ChargedStores entry, Map<String, NodeState> nodes, StoreSurroundings around) {
    return entry.isMoving() && waitingFor(entry, nodes, around).isEmpty();
  }

  /** Returns why the time of a move does not run; empty if it does. */
  String waitingFor(ChargedStores entry, Map<String, NodeState> nodes, StoreSurroundings around) {
    int live = Math.max(nodes.size(), around.live().getAsInt());
    long following =
        nodes.values().stream().filter(node -> node.version() >= entry.since()).count();
    return following >= live
        ? ""
        : following + " of " + live + " nodes charge both stores and reach them";
  }

  /** Returns the remaining time of a move in seconds, rounded up; 0 if it does not run. */
  long secondsLeft(String key, ChargedStores entry, long now) {
    Run run = runs.get(key);
    return run == null || run.since != entry.since()
        ? 0
        : Math.max(1, TimeUnit.NANOSECONDS.toSeconds(run.start + run.length - now) + 1);
  }

  /** Returns for how long charges of a rule have an effect. */
  private static long length(String id, RuleBook book, Map<String, NodeState> nodes) {
    return Math.max(listed(book.rule(id)), unlisted(id, nodes));
  }

  /** Returns for how long charges of any rule that uses a name have an effect. */
  private static long length(
      String name, StorePlan plan, RuleBook book, Map<String, NodeState> nodes) {
    long longest = name.equals(Rule.DEFAULT_STORE) ? unlisted(NodeState.OTHERS, nodes) : 0;
    for (CompiledRule rule : book.all()) {
      if (plan.rule(rule.rule().id()).names().contains(name)) {
        longest = Math.max(longest, length(rule.rule().id(), book, nodes));
      }
    }
    return longest;
  }

  private static long unlisted(String id, Map<String, NodeState> nodes) {
    return nodes.values().stream()
        .mapToLong(node -> node.longest().getOrDefault(id, 0L))
        .max()
        .orElse(0);
  }

  /** Returns for how long charges have an effect under the limits of the book. */
  private static long listed(@Nullable CompiledRule rule) {
    BlockCounters block = rule == null ? null : rule.block();
    long longest = block == null ? 0 : block.block().rate().period().nanos();
    for (int tier = 0; rule != null && tier < rule.tiers(); tier++) {
      long delay = rule.rule().onExceed().maxDelay().toNanos();
      longest = Math.max(longest, MoveTime.nanos(rule.limits(tier), delay));
    }
    return longest;
  }

  /**
   * Returns for how long charges of rules that move have an effect, where this node has seen limits
   * that are longer than those of the book: overrides, and keys of no rule.
   */
  static Map<String, Long> unlisted(RuleStores stores, @Nullable RuleBook book, StorePlan plan) {
    Map<String, Long> longest = new TreeMap<>();
    if (plan.otherPlaces().size() > 1) {
      longest.put(NodeState.OTHERS, stores.otherLongest());
    }
    if (book != null) {
      for (CompiledRule rule : book.all()) {
        String id = rule.rule().id();
        long seen = plan.placesOf(id).size() > 1 ? stores.longest(id) : 0;
        if (seen > listed(rule)) {
          longest.put(id, seen);
        }
      }
    }
    return longest;
  }
}
