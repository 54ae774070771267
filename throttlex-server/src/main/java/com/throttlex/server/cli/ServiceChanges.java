package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The changes that make the rules of a service equal to those of a file.
 *
 * @param added rules that only the file has
 * @param changed rules that both have, but not equal
 * @param removed rules that only the service has, and not in its own rule file
 */
record ServiceChanges(List<Rule> added, List<Change> changed, List<ServiceRule> removed) {
  /** A rule before and after. */
  record Change(ServiceRule before, Rule after) {
    /** Returns each field that differs, such as {@code limits: "1/1s" -> "2/1s"}. */
    List<String> fields() {
      return ServiceChanges.fields(RuleFile.toMap(before.rule()), RuleFile.toMap(after));
    }
  }

  /** Returns each field that differs, such as {@code limits: "1/1s" -> "2/1s"}. */
  static List<String> fields(Map<String, Object> old, Map<String, Object> now) {
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

  /** Compares the rules of a service with those of a file; its own file's rules stay. */
  static ServiceChanges between(List<ServiceRule> service, List<Rule> file) {
    Map<String, ServiceRule> old = new LinkedHashMap<>();
    service.forEach(rule -> old.put(rule.id(), rule));
    List<Rule> added = new ArrayList<>();
    List<Change> changed = new ArrayList<>();
    for (Rule rule : file) {
      ServiceRule before = old.remove(rule.id());
      if (before == null) {
        added.add(rule);
      } else if (!before.rule().equals(rule)) {
        changed.add(new Change(before, rule));
      }
    }
    List<ServiceRule> removed = old.values().stream().filter(ServiceRule::fromApi).toList();
    return new ServiceChanges(added, changed, removed);
  }

  boolean isEmpty() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
  }

  /** Returns the number of changes of each kind. */
  @Override
  public String toString() {
    return added.size() + " new, " + changed.size() + " changed, " + removed.size() + " others";
  }
}
