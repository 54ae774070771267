package com.throttlex.rule;

import com.throttlex.request.Addresses;
import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Rules with the same endpoint pattern, indexed by a value that they require. Rules for other
 * values cost nothing.
 *
 * <p>A rule may require several values, such as a service and a user. It is indexed by the value
 * that the fewest rules require: by the user, if many rules are for that service. A rule for a
 * subject is indexed by user, API key and address, because any of them may be the subject.
 */
final class Selection {
  private static final CompiledRule[] NO_RULES = {};

  /** The entry of all rules for addresses, for requests whose region is not known. */
  private static final String ANY_REGION = "";

  private static final Selection NONE = new Selection(List.of(), List.of());

  private final CompiledRule[] always;
  private final Table[] tables;

  private Selection(List<CompiledRule> always, List<Table> tables) {
    this.always = always.toArray(new CompiledRule[0]);
    this.tables = tables.toArray(new Table[0]);
  }

  /** Rules by the value of one part of the request; an address by its region. */
  private record Table(KeyPart part, Map<String, CompiledRule[]> byValue) {
    CompiledRule[] find(RequestContext request) {
      String value = part.value(request);
      if (value != null && part.kind() == KeyPart.Kind.IP) {
        value = Objects.requireNonNullElse(Addresses.region(value), ANY_REGION);
      }
      return value == null ? NO_RULES : byValue.getOrDefault(value, NO_RULES);
    }
  }

  static Selection of(List<CompiledRule> rules) {
    if (rules.isEmpty()) {
      return NONE;
    }
    Map<KeyPart, Map<String, Integer>> counts = new HashMap<>();
    rules.forEach(rule -> count(rule.rule().match().exact(), counts));
    List<CompiledRule> always = new ArrayList<>();
    Map<KeyPart, Map<String, List<CompiledRule>>> drafts = new LinkedHashMap<>();
    for (CompiledRule rule : rules) {
      SubjectNames subjects = rule.rule().match().subjects();
      if (!subjects.isEmpty()) {
        subjects.exact().entrySet().forEach(asked -> put(rule, asked, drafts));
        continue;
      }
      rule.rule().match().exact().entrySet().stream()
          .min(Comparator.comparingInt(asked -> most(asked, counts)))
          .ifPresentOrElse(asked -> put(rule, asked, drafts), () -> always.add(rule));
    }
    List<Table> tables = new ArrayList<>();
    drafts.forEach((part, draft) -> tables.add(new Table(part, freeze(part, draft))));
    return new Selection(always, tables);
  }

  private static void count(
      Map<KeyPart, Set<String>> exact, Map<KeyPart, Map<String, Integer>> counts) {
    exact.forEach(
        (part, values) -> {
          Map<String, Integer> byValue = counts.computeIfAbsent(part, p -> new HashMap<>());
          values.forEach(value -> byValue.merge(value, 1, Integer::sum));
        });
  }

  /** Returns the largest number of rules that require one of the values. */
  private static int most(
      Map.Entry<KeyPart, Set<String>> asked, Map<KeyPart, Map<String, Integer>> counts) {
    Map<String, Integer> byValue = counts.getOrDefault(asked.getKey(), Map.of());
    return asked.getValue().stream().mapToInt(v -> byValue.getOrDefault(v, 0)).max().orElse(0);
  }

  private static void put(
      CompiledRule rule,
      Map.Entry<KeyPart, Set<String>> asked,
      Map<KeyPart, Map<String, List<CompiledRule>>> drafts) {
    Map<String, List<CompiledRule>> draft =
        drafts.computeIfAbsent(asked.getKey(), part -> new HashMap<>());
    asked.getValue().forEach(v -> draft.computeIfAbsent(v, k -> new ArrayList<>()).add(rule));
  }

  private static Map<String, CompiledRule[]> freeze(
      KeyPart part, Map<String, List<CompiledRule>> draft) {
    Map<String, CompiledRule[]> frozen = new HashMap<>();
    draft.forEach((value, rules) -> frozen.put(value, rules.toArray(new CompiledRule[0])));
    if (part.kind() == KeyPart.Kind.IP) {
      frozen.put(
          ANY_REGION,
          draft.values().stream().flatMap(List::stream).distinct().toArray(CompiledRule[]::new));
    }
    return frozen;
  }

  void collect(Matching to) {
    for (CompiledRule rule : always) {
      to.consider(rule);
    }
    for (Table table : tables) {
      for (CompiledRule rule : table.find(to.request())) {
        to.consider(rule);
      }
    }
  }
}
