package com.throttlex.spring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Properties as a tree of maps, lists and texts.
 *
 * <p>As everywhere in Spring Boot, a list can also be written with commas.
 */
final class PropertyTree {
  private static final Bindable<Map<String, Object>> MAP =
      Bindable.mapOf(String.class, Object.class);

  /** The fields of rules that are lists of words without commas. */
  private static final Set<String> LISTS =
      Set.of(
          "tiers",
          "key",
          "limits",
          "methods",
          "services",
          "ips",
          "priorities",
          "health",
          "replaces");

  private final Binder binder;

  PropertyTree(Environment environment) {
    binder = Binder.get(environment);
  }

  /** Returns the fields of those names under a root, as far as they are set. */
  Map<String, Object> read(String root, List<String> fields) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (String field : fields) {
      Object value = value(root, field);
      if (value != null) {
        tree.put(field, value);
      }
    }
    return tree;
  }

  private @Nullable Object value(String root, String field) {
    String name = root + "." + field;
    String text = binder.bind(name, String.class).orElse(null);
    Map<String, Object> map = text == null ? binder.bind(name, MAP).orElse(Map.of()) : Map.of();
    return map.isEmpty() ? (text == null ? null : unfold(field, text)) : unfold(field, map);
  }

  private static Object unfold(String field, Object value) {
    if (value instanceof Map<?, ?> map) {
      return unfold(field, map);
    }
    String text = value.toString();
    boolean isList = LISTS.contains(field) && text.indexOf(',') >= 0;
    return isList ? List.of(text.strip().split("\\s*,\\s*")) : value;
  }

  /** Converts a map from indexes to a list. */
  private static Object unfold(String field, Map<?, ?> map) {
    Map<String, Object> fields = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          boolean oneLimit = field.equals("limits") && !"period".equals(key);
          String name = oneLimit ? field : key.toString();
          fields.put(key.toString(), unfold(name, value));
        });
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      Object item = fields.get(String.valueOf(i));
      if (item == null) {
        return fields;
      }
      items.add(item);
    }
    return items;
  }
}
