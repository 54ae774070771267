package com.throttlex.rules;

import com.throttlex.request.ShownText;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The limits that replace others, by descriptor, as far as a rule book allows it. */
final class EnvoyReplacements {
  private final Problems differences;
  private final Map<EnvoyDescriptor, Set<EnvoyDescriptor>> replaced;

  EnvoyReplacements(Map<EnvoyDescriptor, Set<EnvoyDescriptor>> replaced, Problems differences) {
    this.replaced = replaced;
    this.differences = differences;
  }

  Set<EnvoyDescriptor> of(EnvoyDescriptor descriptor) {
    return replaced.getOrDefault(descriptor, Set.of());
  }

  /** Removes and reports the descriptors that would make a chain of replacements too long. */
  void shorten(Set<EnvoyDescriptor> descriptors) {
    List<EnvoyDescriptor> over = tooLong();
    for (EnvoyDescriptor descriptor : over) {
      differences.add(
          descriptor.line(),
          "key",
          ShownText.quoted(descriptor.key()),
          "at most " + RuleBook.LONGEST_CHAIN + " less specific limits; this is not imported");
    }
    over.forEach(replaced::remove);
    replaced.values().forEach(set -> over.forEach(set::remove));
    over.forEach(descriptors::remove);
  }

  /** Adds the limits that other limits replace by name. */
  void byName(Set<EnvoyDescriptor> descriptors) {
    Map<String, List<EnvoyDescriptor>> named = new HashMap<>();
    for (EnvoyDescriptor descriptor : descriptors) {
      EnvoyLimit limit = descriptor.limit();
      if (limit != null) {
        named.computeIfAbsent(limit.name(), n -> new ArrayList<>()).add(descriptor);
      }
    }
    for (EnvoyDescriptor descriptor : descriptors) {
      EnvoyLimit limit = descriptor.limit();
      if (limit != null) {
        limit.replaces().forEach(name -> byName(descriptor, limit, name, named));
      }
    }
  }

  private void byName(
      EnvoyDescriptor descriptor,
      EnvoyLimit limit,
      String name,
      Map<String, List<EnvoyDescriptor>> named) {
    boolean kept = named.containsKey(name);
    for (EnvoyDescriptor other : named.getOrDefault(name, List.of())) {
      kept &= add(descriptor, other);
    }
    differences.add(
        limit.line(),
        "rate_limit.replaces",
        ShownText.quoted(name),
        kept
            ? "none, as every descriptor is decided separately; the rule still names it"
            : "the name of limits that this one can replace; others are ignored");
  }

  /** Adds a replacement, unless it closes a cycle or makes a chain too long. */
  private boolean add(EnvoyDescriptor descriptor, EnvoyDescriptor other) {
    Set<EnvoyDescriptor> set = replaced.computeIfAbsent(descriptor, d -> new LinkedHashSet<>());
    boolean fresh = set.add(other);
    boolean wrong = fresh && !tooLong().isEmpty();
    if (wrong) {
      set.remove(other);
    }
    return !wrong;
  }

  /** Returns the descriptors with a chain of replacements that is too long or has a cycle. */
  private List<EnvoyDescriptor> tooLong() {
    Map<EnvoyDescriptor, Integer> lengths = new HashMap<>();
    for (int round = 0; round <= RuleBook.LONGEST_CHAIN; round++) {
      replaced.forEach(
          (descriptor, others) -> {
            int most = 0;
            for (EnvoyDescriptor other : others) {
              most = Math.max(most, 1 + lengths.getOrDefault(other, 0));
            }
            lengths.put(descriptor, Math.min(most, RuleBook.LONGEST_CHAIN + 1));
          });
    }
    return replaced.keySet().stream()
        .filter(d -> lengths.getOrDefault(d, 0) > RuleBook.LONGEST_CHAIN)
        .toList();
  }
}
