package com.throttlex.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor in the tree of Envoy's rule file: a key with one value, or with any value. The root
 * is the domain.
 */
final class EnvoyDescriptor {
  /** The attribute that contains the keys in order. */
  static final String KEYS = "descriptor";

  private final int line;
  private final @Nullable EnvoyDescriptor parent;
  private final String key;
  private final String value;
  private final Map<String, Map<String, EnvoyDescriptor>> children = new LinkedHashMap<>();
  private @Nullable EnvoyLimit limit;

  /**
   * Creates a descriptor that is not yet among its parent's children.
   *
   * @param value the value, or empty for any
   */
  EnvoyDescriptor(int line, @Nullable EnvoyDescriptor parent, String key, String value) {
    this.line = line;
    this.parent = parent;
    this.key = key;
    this.value = value;
  }

  int line() {
    return line;
  }

  String key() {
    return key;
  }

  String value() {
    return value;
  }

  boolean hasAnyValue() {
    return value.isEmpty();
  }

  @Nullable EnvoyLimit limit() {
    return limit;
  }

  void limit(EnvoyLimit limit) {
    this.limit = limit;
  }

  void add(EnvoyDescriptor child) {
    children.computeIfAbsent(child.key, k -> new LinkedHashMap<>()).put(child.value, child);
  }

  /**
   * Returns the descriptors below with that key, by value; the one for any value has the empty
   * text.
   */
  Map<String, EnvoyDescriptor> children(String key) {
    return children.getOrDefault(key, Map.of());
  }

  /** Returns the descriptors beside this one that have the same key and one value. */
  List<EnvoyDescriptor> siblingsWithValue() {
    return parent == null
        ? List.of()
        : parent.children(key).values().stream()
            .filter(sibling -> sibling != this && !sibling.hasAnyValue())
            .toList();
  }

  /** Passes this descriptor and all below to a consumer, in the order of the file. */
  void each(Consumer<EnvoyDescriptor> to) {
    to.accept(this);
    children.values().forEach(level -> level.values().forEach(child -> child.each(to)));
  }

  /** Returns the descriptors from the first below the root to this one. */
  List<EnvoyDescriptor> path() {
    List<EnvoyDescriptor> path = parent == null ? new ArrayList<>() : parent.path();
    if (parent != null) {
      path.add(this);
    }
    return path;
  }

  /** Returns the names of the attributes that the entries become. */
  List<String> attributes() {
    Map<String, Integer> seen = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (EnvoyDescriptor entry : path()) {
      int number = seen.merge(entry.key, 1, Integer::sum);
      names.add(number == 1 ? entry.key : entry.key + "#" + number);
    }
    return names;
  }

  /** Returns the keys in order, as one text. */
  String keys() {
    return path().stream()
        .map(entry -> entry.key.replace("%", "%25").replace("/", "%2F"))
        .collect(Collectors.joining("/"));
  }
}
