package com.throttlex.rule;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Unmodifiable copies that keep the order of the elements. */
final class Ordered {
  private Ordered() {}

  static <T> Set<T> set(Set<T> items) {
    return items.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(items));
  }

  static <K, V> Map<K, V> map(Map<K, V> items) {
    return items.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(items));
  }
}
