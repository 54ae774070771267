package com.throttlex.rules;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts a tree of descriptors to rules, one for each limit. */
final class EnvoyTranslation {
  private final String domain;
  private final Set<EnvoyDescriptor> descriptors = new LinkedHashSet<>();
  private final EnvoyReplacements replacements;
  private final EnvoyIds ids;

  EnvoyTranslation(EnvoyDescriptor root, Problems differences) {
    domain = root.value();
    root.each(this::addLimited);
    EnvoyPrecedence precedence = new EnvoyPrecedence(List.copyOf(descriptors), differences);
    descriptors.addAll(precedence.exempt());
    replacements = new EnvoyReplacements(precedence.replaced(), differences);
    replacements.shorten(descriptors);
    replacements.byName(descriptors);
    ids = new EnvoyIds(domain, descriptors);
  }

  private void addLimited(EnvoyDescriptor descriptor) {
    EnvoyLimit limit = descriptor.limit();
    if (limit != null && limit.rate() != null) {
      descriptors.add(descriptor);
    }
  }

  RuleBook book() {
    return RuleBook.of(List.of(), Fallback.ALLOW, descriptors.stream().map(this::rule).toList());
  }

  private Rule rule(EnvoyDescriptor descriptor) {
    EnvoyLimit limit = descriptor.limit();
    Rate rate = limit == null ? null : limit.rate();
    boolean shadow = limit != null && limit.shadow();
    return Rule.builder(ids.of(descriptor))
        .match(match(descriptor))
        .key(key(descriptor))
        .limits(Rule.EVERY_TIER, List.of(rate == null ? EnvoyLimitReader.UNLIMITED : rate))
        .algorithm(Algorithm.FIXED_WINDOW)
        .mode(shadow ? Mode.SHADOW : Mode.ENFORCE)
        .replaces(replacements.of(descriptor).stream().map(ids::of).toArray(String[]::new))
        .build();
  }

  private Match match(EnvoyDescriptor descriptor) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put(EnvoyDescriptor.KEYS, descriptor.keys());
    List<EnvoyDescriptor> path = descriptor.path();
    List<String> names = descriptor.attributes();
    for (int i = 0; i < path.size(); i++) {
      if (!path.get(i).hasAnyValue()) {
        attributes.put(names.get(i), path.get(i).value());
      }
    }
    return new Match(null, Set.of(), Set.of(domain), attributes, Set.of(), Set.of());
  }

  /** Returns the key: one counter for each combination of the values that the path leaves open. */
  private static List<KeyPart> key(EnvoyDescriptor descriptor) {
    List<KeyPart> key = new ArrayList<>();
    List<EnvoyDescriptor> path = descriptor.path();
    List<String> names = descriptor.attributes();
    for (int i = 0; i < path.size(); i++) {
      if (path.get(i).hasAnyValue()) {
        key.add(new KeyPart(KeyPart.Kind.ATTRIBUTE, names.get(i)));
      }
    }
    return key.isEmpty() ? List.of(KeyPart.of(KeyPart.Kind.GLOBAL)) : key;
  }
}
