package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The changes that make the rules of a service equal to those of a file.
 *
 * @param added rules that only the file has, each after those that it replaces
 * @param changed rules that both have, but not equal
 * @param removed rules that only the service has, each before those that it replaces
 */
record ServiceChanges(List<Rule> added, List<Change> changed, List<ServiceRule> removed) {
  /** A rule before and after. */
  record Change(ServiceRule before, Rule after) {
    /** Returns each field that differs, such as {@code limits: "1/1s" -> "2/1s"}. */
    List<String> fields() {
      Map<String, Object> old = RuleFile.toMap(before.rule());
      Map<String, Object> now = RuleFile.toMap(after);
      Set<String> names = new LinkedHashSet<>(old.keySet());
      names.addAll(now.keySet());
      return names.stream()
          .filter(name -> !Objects.equals(old.get(name), now.get(name)))
          .map(name -> name + ": " + shown(old.get(name)) + " -> " + shown(now.get(name)))
          .toList();
    }

    private static String shown(@Nullable Object value) {
      return value == null ? "(default)" : Json.encode(value);
    }
  }

  /** Compares the rules that a service got through its API with those of a file. */
  static ServiceChanges between(List<ServiceRule> service, List<Rule> file) {
    Map<String, ServiceRule> old = byId(service, ServiceRule::id);
    Map<String, Rule> now = byId(file, Rule::id);
    List<Change> changed = new ArrayList<>();
    for (Rule rule : file) {
      ServiceRule before = old.get(rule.id());
      if (before != null && !before.rule().equals(rule)) {
        changed.add(new Change(before, rule));
      }
    }
    return new ServiceChanges(
        replacedFirst(file.stream().filter(rule -> !old.containsKey(rule.id())).toList()),
        changed,
        removed(old, now.keySet()));
  }

  private static List<ServiceRule> removed(Map<String, ServiceRule> old, Set<String> kept) {
    List<Rule> gone =
        old.values().stream()
            .filter(rule -> !kept.contains(rule.id()))
            .map(ServiceRule::rule)
            .toList();
    List<ServiceRule> removed = new ArrayList<>();
    for (Rule rule : replacedFirst(gone)) {
      removed.add(0, Objects.requireNonNull(old.get(rule.id())));
    }
    return removed;
  }

  /**
   * Orders rules so that replaced ones come first; a service accepts a rule only if it has the
   * rules that it replaces.
   */
  private static List<Rule> replacedFirst(List<Rule> rules) {
    Map<String, Rule> waiting = byId(rules, Rule::id);
    List<Rule> ordered = new ArrayList<>();
    rules.forEach(rule -> place(rule, waiting, ordered));
    return ordered;
  }

  private static void place(Rule rule, Map<String, Rule> waiting, List<Rule> ordered) {
    if (waiting.remove(rule.id()) == null) {
      return;
    }
    for (String replaced : rule.replaces()) {
      Rule other = waiting.get(replaced);
      if (other != null) {
        place(other, waiting, ordered);
      }
    }
    ordered.add(rule);
  }

  private static <T> Map<String, T> byId(Collection<T> all, Function<T, String> id) {
    return all.stream()
        .collect(Collectors.toMap(id, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }

  boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }
}
