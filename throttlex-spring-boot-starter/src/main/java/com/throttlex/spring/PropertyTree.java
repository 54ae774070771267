package com.throttlex.spring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Properties as the tree that they were written as: maps, lists and texts. */
final class PropertyTree {
  private static final Bindable<Map<String, Object>> MAP =
      Bindable.mapOf(String.class, Object.class);

  private final Binder binder;

  PropertyTree(Environment environment) {
    binder = Binder.get(environment);
  }

  /** The fields of those names under a root, as far as there are any. */
  Map<String, Object> read(String root, List<String> fields) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (String field : fields) {
      Object value = value(root + "." + field);
      if (value != null) {
        tree.put(field, value);
      }
    }
    return tree;
  }

  private @Nullable Object value(String name) {
    Map<String, Object> map = binder.bind(name, MAP).orElse(Map.of());
    return map.isEmpty() ? binder.bind(name, String.class).orElse(null) : unfold(map);
  }

  /** A list is bound as a map from its indexes. */
  private static Object unfold(Map<?, ?> map) {
    Map<String, Object> fields = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            fields.put(
                String.valueOf(key), value instanceof Map<?, ?> nested ? unfold(nested) : value));
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
