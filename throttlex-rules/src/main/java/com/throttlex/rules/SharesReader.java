package com.throttlex.rules;

import com.throttlex.request.Priority;
import com.throttlex.request.ShownText;
import com.throttlex.rule.Rule;
import com.throttlex.rule.Shares;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes the shares of a limit that the priority classes may use up. */
final class SharesReader {
  private static final String EXPECTED = "a whole number from 0 to 100, or a map of tiers";

  private SharesReader() {}

  static Shares read(Value value) {
    Map<Priority, Map<String, Integer>> shares = new EnumMap<>(Priority.class);
    Section section = value.section(FieldNames.SHARES);
    if (value.node() instanceof Node.Fields map && map.fields().isEmpty()) {
      value.wrong("a map of at least one of " + String.join(", ", FieldNames.SHARES));
    }
    for (Priority priority : Priority.values()) {
      Value share = section == null ? null : section.find(FieldNames.word(priority));
      if (share != null) {
        shares.put(priority, byTier(share));
      }
    }
    return new Shares(shares);
  }

  private static Map<String, Integer> byTier(Value value) {
    Section tiers = value.node() instanceof Node.Fields ? value.section(EXPECTED) : null;
    if (tiers == null) {
      return Map.of(Rule.EVERY_TIER, (int) value.whole(0, 100, 100, EXPECTED));
    }
    if (tiers.names().isEmpty()) {
      value.wrong(EXPECTED);
    }
    Map<String, Integer> shares = new LinkedHashMap<>();
    tiers.names().forEach(tier -> tier(tiers.find(tier), tier, shares));
    return shares;
  }

  private static void tier(@Nullable Value value, String tier, Map<String, Integer> to) {
    if (value != null && tier.equals(Rule.EVERY_TIER)) {
      value.wrong("\"*\" as a key", "the name of a tier; one share for every tier goes without");
    } else if (value != null && !Value.isName(tier)) {
      value.wrong(ShownText.quoted(tier) + " as a key", Value.NAME_EXPECTED);
    } else if (value != null) {
      to.put(tier, (int) value.whole(0, 100, 100));
    }
  }

  static Object tree(Shares shares) {
    Map<String, Object> tree = new LinkedHashMap<>();
    shares
        .perCent()
        .forEach(
            (priority, byTier) -> {
              Integer forAll = byTier.get(Rule.EVERY_TIER);
              tree.put(FieldNames.word(priority), forAll == null ? byTier : forAll);
            });
    return tree;
  }
}
