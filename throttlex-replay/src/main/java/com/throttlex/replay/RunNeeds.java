package com.throttlex.replay;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryBudget.Table;
import com.throttlex.store.MemoryStore;
import java.util.List;
import java.util.function.Predicate;

/**
 * The needs of a rule book in a replay: fields of the log, and memory.
 *
 * @param adaptive the rules with adaptive limits
 * @param concurrency the rules that count requests in flight
 * @param queued the rules that queue what they deny
 * @param counters the largest number of counters of one key
 */
record RunNeeds(
    List<String> adaptive, List<String> concurrency, List<String> queued, int counters) {
  /** The part of the store that keys may fill; parts of its table fill before the whole. */
  private static final double FILLED = 0.8;

  /** The counters of a key's block: its strikes, and the block. */
  private static final int BLOCK = 2;

  static RunNeeds of(RuleBook book) {
    int counters = 1;
    for (CompiledRule rule : book.all()) {
      int blocks = rule.block() == null ? 0 : BLOCK;
      counters = Math.max(counters, rule.maxLimits() + blocks);
    }
    return new RunNeeds(
        ids(book, CompiledRule::isAdaptive),
        ids(book, rule -> rule.rule().algorithm() == Algorithm.CONCURRENCY),
        ids(book, rule -> rule.rule().onExceed().kind() == OnExceed.Kind.QUEUE),
        counters);
  }

  private static List<String> ids(RuleBook book, Predicate<CompiledRule> which) {
    return book.all().stream()
        .filter(rule -> rule.rule().mode() != Mode.OFF)
        .filter(which)
        .map(rule -> rule.rule().id())
        .toList();
  }

  /** Returns whether response times matter. */
  boolean durations() {
    return !adaptive.isEmpty() || !concurrency.isEmpty();
  }

  /** Returns how many keys fit into a store; at most those that are wanted, unless 0 are. */
  long mostKeys(int storeKeys, long wanted) {
    long most = Math.max(1, (long) (storeKeys * FILLED) / counters);
    return wanted == 0 ? most : Math.min(most, wanted);
  }

  /** Returns whether no counter is shared and no log has lost its exactness. */
  static boolean isExact(MemoryStore store) {
    return !store.hasSharedCounters()
        && store.memory().stream()
            .filter(use -> use.table() == Table.LOGS)
            .allMatch(use -> use.bytes() < use.budget() / 4 * 3);
  }
}
