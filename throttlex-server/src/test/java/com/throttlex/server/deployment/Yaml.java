package com.throttlex.server.deployment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A value of a YAML document. */
record Yaml(Object value) {
  /** Returns the value at a path of names with dots. */
  Yaml at(String path) {
    Object found = value;
    for (String name : path.split("\\.", -1)) {
      found = found instanceof Map<?, ?> map ? map.get(name) : null;
      if (found == null) {
        throw new AssertionError(path + ": no " + name + " in " + value);
      }
    }
    return new Yaml(found);
  }

  List<Yaml> list() {
    return ((List<?>) value).stream().map(Yaml::new).toList();
  }

  Map<String, Object> map() {
    Map<String, Object> map = new LinkedHashMap<>();
    ((Map<?, ?>) value).forEach((name, one) -> map.put(name.toString(), one));
    return map;
  }

  String text() {
    return String.valueOf(value);
  }

  int number() {
    return ((Number) value).intValue();
  }
}
