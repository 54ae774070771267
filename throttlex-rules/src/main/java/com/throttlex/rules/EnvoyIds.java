package com.throttlex.rules;

import com.throttlex.rule.Rule;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Creates the ids of imported rules: the name of the limit if it can be used, or else domain and
 * path.
 */
final class EnvoyIds {
  private static final int LONGEST = 100;

  private final Map<EnvoyDescriptor, String> ids = new HashMap<>();
  private final Map<String, Integer> taken = new HashMap<>();

  EnvoyIds(String domain, Collection<EnvoyDescriptor> descriptors) {
    for (EnvoyDescriptor descriptor : descriptors) {
      EnvoyLimit limit = descriptor.limit();
      if (limit != null && Rule.isId(limit.name()) && taken.put(limit.name(), 1) == null) {
        ids.put(descriptor, limit.name());
      }
    }
    descriptors.forEach(descriptor -> ids.computeIfAbsent(descriptor, d -> made(domain, d)));
  }

  String of(EnvoyDescriptor descriptor) {
    return ids.getOrDefault(descriptor, "");
  }

  private String made(String domain, EnvoyDescriptor descriptor) {
    StringBuilder words = new StringBuilder(domain);
    for (EnvoyDescriptor entry : descriptor.path()) {
      words.append('.').append(entry.key());
      words.append(entry.hasAnyValue() ? "" : "_" + entry.value());
    }
    String plain = words.toString().replaceAll("[^A-Za-z0-9._-]", "-");
    String cut = plain.substring(0, Math.min(plain.length(), LONGEST));
    return unique(Rule.isId(cut) ? cut : "r" + cut);
  }

  private String unique(String id) {
    int number = taken.merge(id, 1, Integer::sum);
    return number == 1 ? id : unique(id + "-" + number);
  }
}
