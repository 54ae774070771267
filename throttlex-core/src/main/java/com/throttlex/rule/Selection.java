package com.throttlex.rule;

import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rules with the same endpoint pattern, found by service or by an attribute's value where they ask
 * for one, so that those for other services and values cost nothing.
 */
final class Selection {
  private static final Selection NONE = new Selection(List.of(), List.of());

  private final CompiledRule[] always;
  private final Table[] tables;

  private Selection(List<CompiledRule> always, List<Table> tables) {
    this.always = always.toArray(new CompiledRule[0]);
    this.tables = tables.toArray(new Table[0]);
  }

  /** Rules by the value of an attribute, or of the service when there is no attribute. */
  private record Table(@Nullable String attribute, Map<String, CompiledRule[]> byValue) {
    @Nullable String value(RequestContext request) {
      return attribute == null ? request.service() : request.attribute(attribute);
    }
  }

  static Selection of(List<CompiledRule> rules) {
    if (rules.isEmpty()) {
      return NONE;
    }
    List<CompiledRule> always = new ArrayList<>();
    Map<@Nullable String, Map<String, List<CompiledRule>>> drafts = new HashMap<>();
    for (CompiledRule rule : rules) {
      Match match = rule.rule().match();
      if (!match.services().isEmpty()) {
        match.services().forEach(service -> put(drafts, null, service, rule));
      } else if (!match.attributes().isEmpty()) {
        Map.Entry<String, String> first = match.attributes().entrySet().iterator().next();
        put(drafts, first.getKey(), first.getValue(), rule);
      } else {
        always.add(rule);
      }
    }
    List<Table> tables = new ArrayList<>();
    drafts.forEach((attribute, draft) -> tables.add(new Table(attribute, freeze(draft))));
    return new Selection(always, tables);
  }

  private static void put(
      Map<@Nullable String, Map<String, List<CompiledRule>>> drafts,
      @Nullable String attribute,
      String value,
      CompiledRule rule) {
    drafts
        .computeIfAbsent(attribute, a -> new HashMap<>())
        .computeIfAbsent(value, v -> new ArrayList<>())
        .add(rule);
  }

  private static Map<String, CompiledRule[]> freeze(Map<String, List<CompiledRule>> draft) {
    Map<String, CompiledRule[]> frozen = new HashMap<>();
    draft.forEach((value, rules) -> frozen.put(value, rules.toArray(new CompiledRule[0])));
    return frozen;
  }

  void collect(Matching to) {
    for (CompiledRule rule : always) {
      to.consider(rule);
    }
    for (Table table : tables) {
      String value = table.value(to.request());
      CompiledRule[] found = value == null ? null : table.byValue.get(value);
      if (found != null) {
        for (CompiledRule rule : found) {
          to.consider(rule);
        }
      }
    }
  }
}
