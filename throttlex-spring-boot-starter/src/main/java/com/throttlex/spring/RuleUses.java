package com.throttlex.spring;

import com.throttlex.rule.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The users of rules by name, and their requirements. */
final class RuleUses {
  private final Map<Use, Consumer<Rule>> uses = new ConcurrentHashMap<>();

  private record Use(String rule, String by) {}

  void add(String rule, String by, Consumer<Rule> requirement) {
    uses.put(new Use(rule, by), requirement);
  }

  void remove(String rule, String by) {
    uses.remove(new Use(rule, by));
  }

  boolean has(String rule) {
    return uses.keySet().stream().anyMatch(use -> use.rule().equals(rule));
  }

  /** Returns the problems that other rules, given by their ids, would cause for these users. */
  List<String> problems(Function<String, @Nullable Rule> rules) {
    List<String> problems = new ArrayList<>();
    uses.forEach(
        (use, requirement) -> {
          Rule rule = rules.apply(use.rule());
          if (rule == null) {
            problems.add(
                "rule " + use.rule() + ": none (expected: one, because " + use.by() + " uses it)");
          } else {
            check(use, requirement, rule, problems);
          }
        });
    Collections.sort(problems);
    return problems;
  }

  private static void check(Use use, Consumer<Rule> requirement, Rule rule, List<String> problems) {
    try {
      requirement.accept(rule);
    } catch (IllegalArgumentException e) {
      problems.add("rule " + use.rule() + ", as " + use.by() + " uses it: " + e.getMessage());
    }
  }
}
