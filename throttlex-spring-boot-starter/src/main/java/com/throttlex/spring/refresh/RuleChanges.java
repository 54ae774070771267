package com.throttlex.spring.refresh;

import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** Describes the differences of two rule books in words. */
final class RuleChanges {
  private final List<String> words = new ArrayList<>();

  private RuleChanges() {}

  /** Returns what was added, removed and changed; empty if the books are equal. */
  static List<String> between(RuleBook before, RuleBook after) {
    Map<String, Rule> old = byId(before);
    Map<String, Rule> now = byId(after);
    RuleChanges changes = new RuleChanges();
    changes.add("added", now.keySet(), id -> !old.containsKey(id));
    changes.add("removed", old.keySet(), id -> !now.containsKey(id));
    changes.add(
        "changed",
        now.keySet(),
        id -> old.containsKey(id) && !Objects.equals(old.get(id), now.get(id)));
    if (changes.words.isEmpty() && !before.rules().equals(after.rules())) {
      changes.words.add("another order");
    }
    if (!before.fallback().equals(after.fallback())) {
      changes.words.add("another default rule");
    }
    if (!before.tiers().equals(after.tiers())) {
      changes.words.add("tiers " + after.tiers());
    }
    if (!before.preamble().priorities().equals(after.preamble().priorities())) {
      changes.words.add("other priorities");
    }
    if (!before.preamble().adaptive().equals(after.preamble().adaptive())) {
      changes.words.add("other settings of adaptive limits");
    }
    if (before.preamble().onStoreFailure() != after.preamble().onStoreFailure()) {
      changes.words.add("another on-store-failure");
    }
    return changes.words;
  }

  private static Map<String, Rule> byId(RuleBook book) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    book.rules().forEach(rule -> rules.put(rule.id(), rule));
    return rules;
  }

  private void add(String change, Set<String> ids, Predicate<String> which) {
    List<String> found = ids.stream().filter(which).toList();
    if (!found.isEmpty()) {
      words.add(change + " " + String.join(", ", found));
    }
  }
}
