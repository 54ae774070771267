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

/** Which descriptor's limit replaces which, as far as a rule book allows. */
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

  /** Takes out the descriptors that would be one too many in a row, and reports them. */
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

  /** Adds what limits replace by name. */
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
            ? "none, as every descriptor is decided on its own; the rule names it all the same"
            : "the name of limits that this one can replace; what it cannot is ignored");
  }

  /** Adds one unless it closes a circle or makes too many in a row. */
  private boolean add(EnvoyDescriptor descriptor, EnvoyDescriptor other) {
    Set<EnvoyDescriptor> set = replaced.computeIfAbsent(descriptor, d -> new LinkedHashSet<>());
    boolean fresh = set.add(other);
    boolean wrong = fresh && !tooLong().isEmpty();
    if (wrong) {
      set.remove(other);
    }
    return !wrong;
  }

  /** Those that replace others, which replace others, and so on, for too long or for ever. */
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
