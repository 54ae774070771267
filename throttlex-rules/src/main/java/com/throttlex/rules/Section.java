package com.throttlex.rules;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of one map in a rule file. */
final class Section {
  private final int line;
  private final Map<String, Node.Field> fields;
  private final String prefix;
  private final Problems problems;

  Section(int line, Map<String, Node.Field> fields, String prefix, Problems problems) {
    this.line = line;
    this.fields = fields;
    this.prefix = prefix;
    this.problems = problems;
  }

  int line() {
    return line;
  }

  Set<String> names() {
    return fields.keySet();
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** This map without the fields that are not known, each of which is a problem. */
  Section known(Collection<String> known) {
    if (known.containsAll(fields.keySet())) {
      return this;
    }
    Map<String, Node.Field> kept = new LinkedHashMap<>(fields);
    kept.keySet().retainAll(known);
    fields.forEach(
        (name, field) -> {
          if (!known.contains(name)) {
            problems.add(field.line(), key(name), "unknown key", Spelling.expected(name, known));
          }
        });
    return new Section(line, kept, prefix, problems);
  }

  /** The full key of a field in this map. */
  String key(String name) {
    return prefix + name;
  }

  Node.@Nullable Field field(String name) {
    return fields.get(name);
  }

  /** The field of that name, or null when it is absent. */
  @Nullable Value find(String name) {
    Node.Field field = field(name);
    return field == null ? null : new Value(field.value(), key(name), field.line(), problems);
  }

  /** The field of that name; when it is absent, that is a problem. */
  @Nullable Value require(String name, String expected) {
    if (!has(name)) {
      problems.add(line, key(name), "missing", expected);
    }
    return find(name);
  }
}
