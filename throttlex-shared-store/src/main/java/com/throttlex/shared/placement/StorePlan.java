package com.throttlex.shared.placement;

import com.throttlex.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The plan of moves, on which nodes agree: which store each rule names, and which store is behind
 * each name.
 *
 * <p>Nodes share it as a note. A rule that is not listed names {@link Rule#DEFAULT_STORE}; a name
 * that is not listed stands for the store of that name.
 *
 * @param version the version of the note
 * @param rules the names that rules use, by id
 * @param stores the stores behind names
 */
record StorePlan(
    long version, Map<String, ChargedStores> rules, Map<String, ChargedStores> stores) {
  private static final String RULE = "rule";
  private static final String STORE = "store";

  /** The plan before anything was moved. */
  static final StorePlan NONE = new StorePlan(0, Map.of(), Map.of());

  ChargedStores rule(String id) {
    return rules.getOrDefault(id, ChargedStores.only(Rule.DEFAULT_STORE));
  }

  ChargedStores store(String name) {
    return stores.getOrDefault(name, ChargedStores.only(name));
  }

  /** Returns the stores in which a rule is charged. */
  List<String> placesOf(String rule) {
    return behind(rule(rule).names());
  }

  /** Returns the stores in which keys that belong to no rule are charged. */
  List<String> otherPlaces() {
    return behind(List.of(Rule.DEFAULT_STORE));
  }

  private List<String> behind(List<String> names) {
    Set<String> places = new LinkedHashSet<>();
    names.forEach(name -> places.addAll(store(name).names()));
    return List.copyOf(places);
  }

  /** Returns the plan in which rules move to other names. */
  StorePlan movingRules(Map<String, String> targets) {
    Map<String, ChargedStores> moved = new TreeMap<>(rules);
    targets.forEach((id, target) -> moved.put(id, rule(id).movingTo(target, version + 1)));
    return new StorePlan(version, tidy(moved), stores);
  }

  /** Returns the plan in which all counters of one store move to another. */
  StorePlan movingStore(String from, String to, Set<String> names) {
    Map<String, ChargedStores> moved = new TreeMap<>(stores);
    for (String name : names) {
      if (store(name).target().equals(from)) {
        moved.put(name, store(name).movingTo(to, version + 1));
      }
    }
    return new StorePlan(version, rules, moved);
  }

  /** Returns the plan with these moves completed. */
  StorePlan settled(Set<String> doneRules, Set<String> doneStores) {
    Map<String, ChargedStores> changedRules = new TreeMap<>(rules);
    doneRules.forEach(id -> changedRules.put(id, rule(id).settled(version + 1)));
    Map<String, ChargedStores> changedStores = new TreeMap<>(stores);
    doneStores.forEach(name -> changedStores.put(name, store(name).settled(version + 1)));
    changedStores.entrySet().removeIf(e -> e.getValue().names().equals(List.of(e.getKey())));
    return new StorePlan(version, tidy(changedRules), changedStores);
  }

  /** Removes the entries of rules that have the same store without an entry. */
  private static Map<String, ChargedStores> tidy(Map<String, ChargedStores> rules) {
    rules.values().removeIf(stores -> stores.names().equals(List.of(Rule.DEFAULT_STORE)));
    return rules;
  }

  /** Returns this plan as the first version of a lost note; moves wait for all nodes again. */
  StorePlan renewed() {
    UnaryOperator<Map<String, ChargedStores>> again =
        entries -> {
          Map<String, ChargedStores> first = new TreeMap<>();
          entries.forEach((id, stores) -> first.put(id, new ChargedStores(stores.names(), 1)));
          return first;
        };
    return new StorePlan(0, again.apply(rules), again.apply(stores));
  }

  StorePlan withVersion(long other) {
    return new StorePlan(other, rules, stores);
  }

  /** Returns the text of the note. */
  String text() {
    StringBuilder text = new StringBuilder();
    rules.forEach((id, stores) -> line(text, RULE, id, stores));
    stores.forEach((name, behind) -> line(text, STORE, name, behind));
    return text.toString();
  }

  private static void line(StringBuilder text, String kind, String name, ChargedStores stores) {
    text.append(kind).append(' ').append(name).append(' ').append(stores.since()).append(' ');
    text.append(String.join(",", stores.names())).append('\n');
  }

  /**
   * Parses the text of a note.
   *
   * @throws IllegalArgumentException if it is not a plan
   */
  static StorePlan parse(long version, String text) {
    Map<String, ChargedStores> rules = new TreeMap<>();
    Map<String, ChargedStores> stores = new TreeMap<>();
    for (String line : text.lines().toList()) {
      List<String> words = List.of(line.split(" ", -1));
      if (words.size() != 4 || !List.of(RULE, STORE).contains(words.get(0))) {
        throw new IllegalArgumentException("plan: " + line + " (expected: a rule or a store)");
      }
      List<String> names = new ArrayList<>(List.of(words.get(3).split(",", -1)));
      (words.get(0).equals(RULE) ? rules : stores)
          .put(words.get(1), new ChargedStores(names, Long.parseLong(words.get(2))));
    }
    return new StorePlan(version, rules, stores);
  }

  /** Returns the names that the plan uses. */
  Set<String> names() {
    Set<String> names = new LinkedHashSet<>(stores.keySet());
    rules.values().forEach(entry -> names.addAll(entry.names()));
    stores.values().forEach(entry -> names.addAll(entry.names()));
    return names;
  }
}
