package com.throttlex.rules.yaml;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of one map in a file. */
public final class Section {
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

  /**
   * Returns the map at the root of a file.
   *
   * @param root the root of the file, or null if the file is empty
   * @throws RuntimeException with all problems, if the root is not a map
   */
  public static Section root(@Nullable Node root, Collection<String> known, Problems problems) {
    String expected = "a map of " + String.join(", ", known);
    if (root == null || (root instanceof Node.Scalar scalar && scalar.isNull())) {
      throw problems.fatal(1, "file", "empty", expected);
    }
    if (!(root instanceof Node.Fields map)) {
      throw problems.fatal(root.line(), "file", root.shown(), expected);
    }
    return new Section(root.line(), map.fields(), "", problems).known(known);
  }

  /** Returns the line of the key before the map, or that of the map if it has no key. */
  public int line() {
    return line;
  }

  /** Returns the names of the fields, in the order of the file. */
  public Set<String> names() {
    return fields.keySet();
  }

  /** Returns whether there is a field of that name. */
  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Returns this map without unknown fields; each of them is a problem. */
  public Section known(Collection<String> known) {
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

  /** Returns the full key of a field in this map. */
  public String key(String name) {
    return prefix + name;
  }

  /** Returns the field of that name as it is in the file, or null if it is absent. */
  public Node.@Nullable Field field(String name) {
    return fields.get(name);
  }

  /** Returns the field of that name, or null if it is absent. */
  public @Nullable Value find(String name) {
    Node.Field field = field(name);
    return field == null ? null : new Value(field.value(), key(name), field.line(), problems);
  }

  /** Returns the field of that name; adds a problem if it is absent. */
  public @Nullable Value require(String name, String expected) {
    if (!has(name)) {
      problems.add(line, key(name), "missing", expected);
    }
    return find(name);
  }
}
