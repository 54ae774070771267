package com.throttlex.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds all problems of the rules of a book together. */
final class BookChecks {
  private final List<String> tiers;
  private final @Nullable Set<String> stores;
  private final Map<String, Rule> rules = new LinkedHashMap<>();
  private final List<RuleProblem> problems = new ArrayList<>();

  private BookChecks(List<String> tiers, @Nullable Set<String> stores) {
    this.tiers = tiers;
    this.stores = stores;
  }

  static List<RuleProblem> problems(
      Preamble preamble, List<Rule> rules, @Nullable Set<String> stores) {
    BookChecks checks = new BookChecks(preamble.tiers(), stores);
    checks.tiers();
    preamble.priorities().forEach(checks::classifier);
    rules.forEach(checks::unique);
    if (preamble.fallback() instanceof Fallback.Default d) {
      checks.defaultRule(d.rule());
    }
    rules.forEach(checks::references);
    if (rules.stream().anyMatch(rule -> !rule.replaces().isEmpty())) {
      checks.chains();
    }
    return checks.problems;
  }

  private void tiers() {
    if (new HashSet<>(tiers).size() != tiers.size()) {
      wrong("", "tiers", tiers, "each tier once");
    }
    for (String tier : tiers) {
      if (tier.isBlank() || tier.equals(Rule.EVERY_TIER)) {
        wrong("", "tiers", "\"" + tier + "\"", "a name");
      }
    }
  }

  private void classifier(Classifier classifier) {
    classifier.match().tiers().forEach(tier -> knownTier("", "priorities", tier));
  }

  private void unique(Rule rule) {
    if (rules.putIfAbsent(rule.id(), rule) != null) {
      wrong(rule.id(), "id", rule.id(), "an id that no other rule has");
    }
  }

  private void defaultRule(Rule rule) {
    if (!rule.match().equals(Match.ALL)) {
      wrong(
          rule.id(),
          "match",
          "present",
          "no `match` in the default rule, which applies when no other rule does");
    }
    if (!rule.replaces().isEmpty()) {
      wrong(rule.id(), "replaces", rule.replaces(), "no `replaces` in the default rule");
    }
    if (rule.rollout() != 100 || rule.mode() != Mode.ENFORCE) {
      wrong(
          rule.id(),
          "default-rule",
          "mode " + rule.mode() + ", rollout " + rule.rollout(),
          "mode enforce and rollout 100; `none` switches the default rule off");
    }
    unique(rule);
    knownTiers(rule);
    knownStore(rule);
  }

  private void references(Rule rule) {
    knownTiers(rule);
    knownStore(rule);
    for (String replaced : rule.replaces()) {
      if (!rules.containsKey(replaced)) {
        wrong(rule.id(), "replaces", replaced, "the id of a rule");
      }
    }
  }

  /** Follows each chain of replaced rules, up to the longest that is allowed. */
  private void chains() {
    Map<String, Integer> lengths = new HashMap<>();
    for (int round = 0; round <= RuleBook.LONGEST_CHAIN; round++) {
      for (Rule rule : rules.values()) {
        int length = 0;
        for (String replaced : rule.replaces()) {
          length = Math.max(length, 1 + lengths.getOrDefault(replaced, 0));
        }
        lengths.put(rule.id(), Math.min(length, RuleBook.LONGEST_CHAIN + 1));
      }
    }
    for (Rule rule : rules.values()) {
      if (lengths.getOrDefault(rule.id(), 0) > RuleBook.LONGEST_CHAIN) {
        wrong(
            rule.id(),
            "replaces",
            rule.replaces(),
            "no cycle, and at most "
                + RuleBook.LONGEST_CHAIN
                + " rules that replace each other in a chain");
      }
    }
  }

  private void knownTiers(Rule rule) {
    rule.limits().keySet().forEach(tier -> knownTier(rule.id(), "limits", tier));
    rule.match().tiers().forEach(tier -> knownTier(rule.id(), "match", tier));
    rule.shares().tiers().forEach(tier -> knownTier(rule.id(), "shares", tier));
    if (rule.shares().isByTier()) {
      ShareOrder.rises(rule.shares(), tiers)
          .forEach(rise -> wrong(rule.id(), "shares", rise.value(), rise.expected()));
    }
  }

  private void knownStore(Rule rule) {
    if (stores != null && !stores.contains(rule.store())) {
      wrong(rule.id(), "store", rule.store(), "one of " + String.join(", ", stores));
    }
  }

  private void knownTier(String rule, String field, String tier) {
    boolean every = field.equals("limits") && tier.equals(Rule.EVERY_TIER);
    if (!tiers.contains(tier) && !every) {
      String expected = tiers.isEmpty() ? "no tier, as `tiers` names none" : "one of " + tiers;
      wrong(rule, field, "tier \"" + tier + "\"", expected);
    }
  }

  private void wrong(String rule, String field, Object value, String expected) {
    problems.add(
        new RuleProblem(rule, field, field + ": " + value + " (expected: " + expected + ")"));
  }
}
