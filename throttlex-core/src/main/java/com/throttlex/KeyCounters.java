package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;

/** The counters of a key that is given in print, under the rules of a book. */
final class KeyCounters {
  private final Store store;
  private final CompiledRule rule;
  private final Key key;
  private final int count;

  /**
   * Parses the key.
   *
   * @throws IllegalArgumentException if no rule has such a key
   */
  KeyCounters(Store store, RuleBook book, Overrides overrides, String text) {
    int end = text.indexOf('|');
    this.store = store;
    rule = rule(book, end < 0 ? text : text.substring(0, end));
    key = rule.parse(text);
    count = Math.max(rule.maxLimits(), overrides.mostLimits());
  }

  static CompiledRule rule(RuleBook book, String id) {
    CompiledRule rule = book.rule(id);
    if (rule == null) {
      throw new IllegalArgumentException("rule: \"" + id + "\" (expected: the id of a rule)");
    }
    return rule;
  }

  /** Returns the printed form of the key. */
  String key() {
    return key.text();
  }

  List<LimitStatus> inspect(long now) {
    List<LimitStatus> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Answers.await(store.inspect(key, i, now))
          .ifPresent(status -> found.add(LimitStatus.of(rule.rule(), status, now)));
    }
    return List.copyOf(found);
  }

  boolean reset(long now) {
    boolean any = false;
    for (int i = 0; i < count; i++) {
      any |= Answers.await(store.reset(key, i, now));
    }
    return any;
  }
}
