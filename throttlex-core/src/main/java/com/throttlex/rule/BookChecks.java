package com.throttlex.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds everything that is wrong with rules taken together. */
final class BookChecks {
  private final List<String> tiers;
  private final Map<String, Rule> rules = new LinkedHashMap<>();
  private final List<RuleProblem> problems = new ArrayList<>();

  private BookChecks(List<String> tiers) {
    this.tiers = tiers;
  }

  static List<RuleProblem> problems(List<String> tiers, Fallback fallback, List<Rule> rules) {
    BookChecks checks = new BookChecks(tiers);
    checks.tiers();
    rules.forEach(checks::unique);
    if (fallback instanceof Fallback.Default d) {
      checks.defaultRule(d.rule());
    }
    rules.forEach(checks::references);
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

  private void unique(Rule rule) {
    if (rules.putIfAbsent(rule.id(), rule) != null) {
      wrong(rule.id(), "id", rule.id(), "an id that no other rule has");
    }
  }

  private void defaultRule(Rule rule) {
    if (!rule.match().equals(Match.ALL)) {
      wrong(rule.id(), "match", "present", "none, as the default rule takes what is left");
    }
    if (!rule.replaces().isEmpty()) {
      wrong(rule.id(), "replaces", rule.replaces(), "none in the default rule");
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
  }

  private void references(Rule rule) {
    knownTiers(rule);
    for (String replaced : rule.replaces()) {
      if (!rules.containsKey(replaced)) {
        wrong(rule.id(), "replaces", replaced, "the id of a rule");
      }
    }
    if (reaches(rule.id(), rule, new HashSet<>())) {
      wrong(rule.id(), "replaces", rule.replaces(), "no rule that in turn replaces this one");
    }
  }

  private boolean reaches(String id, Rule from, Set<String> seen) {
    for (String replaced : from.replaces()) {
      Rule next = rules.get(replaced);
      if (replaced.equals(id) || (next != null && seen.add(replaced) && reaches(id, next, seen))) {
        return true;
      }
    }
    return false;
  }

  private void knownTiers(Rule rule) {
    rule.limits().keySet().forEach(tier -> knownTier(rule, "limits", tier));
    rule.match().tiers().forEach(tier -> knownTier(rule, "match", tier));
  }

  private void knownTier(Rule rule, String field, String tier) {
    if (!tiers.contains(tier) && !tier.equals(Rule.EVERY_TIER)) {
      wrong(rule.id(), field, "tier \"" + tier + "\"", "one of " + tiers);
    }
  }

  private void wrong(String rule, String field, Object value, String expected) {
    problems.add(
        new RuleProblem(rule, field, field + ": " + value + " (expected: " + expected + ")"));
  }
}
