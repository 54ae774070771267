package com.throttlex.rules;

import com.throttlex.request.ShownText;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the tree of descriptors from Envoy's rule file. */
final class EnvoyReader {
  private static final List<String> ROOT = List.of("domain", "descriptors");
  private static final List<String> IGNORED =
      List.of("quota_mode", "detailed_metric", "value_to_metric", "share_threshold", "metadata");
  private static final List<String> DESCRIPTOR =
      List.of(
          "key",
          "value",
          "rate_limit",
          "shadow_mode",
          "quota_mode",
          "detailed_metric",
          "value_to_metric",
          "share_threshold",
          "metadata",
          "descriptors");
  private static final int LONGEST_KEYS = 1024;

  private final Problems problems;
  private final Problems differences;

  EnvoyReader(Problems problems, Problems differences) {
    this.problems = problems;
    this.differences = differences;
  }

  /** Returns the root of the tree, whose value is the domain. */
  EnvoyDescriptor read(@Nullable Node root) {
    Section section = Section.root(root, ROOT, problems);
    Value value = section.require("domain", "the name of a domain");
    String domain = value == null ? null : value.text("the name of a domain");
    EnvoyDescriptor tree =
        new EnvoyDescriptor(section.line(), null, "", domain == null ? "" : domain);
    children(section, tree);
    return tree;
  }

  /** Returns the field of that name; null also if it is empty. */
  static @Nullable Value find(Section section, String name) {
    Value value = section.find(name);
    boolean empty =
        value != null
            && value.node() instanceof Node.Scalar scalar
            && (scalar.isNull() || scalar.text().isEmpty());
    return empty ? null : value;
  }

  private void children(Section section, EnvoyDescriptor parent) {
    Value value = find(section, "descriptors");
    if (value == null) {
      return;
    } else if (!(value.node() instanceof Node.Items)) {
      value.wrong("a list of descriptors");
      return;
    }
    Map<List<String>, Integer> lines = new HashMap<>();
    for (Value item : value.items()) {
      Section fields = item.section(DESCRIPTOR, "");
      EnvoyDescriptor child = fields == null ? null : descriptor(fields, parent);
      if (fields != null && child != null) {
        unique(child, lines);
        ignored(fields);
        if (isImported(child)) {
          parent.add(child);
        }
      }
    }
  }

  private void unique(EnvoyDescriptor child, Map<List<String>, Integer> lines) {
    Integer first = lines.putIfAbsent(List.of(child.key(), child.value()), child.line());
    if (first != null) {
      String shown = ShownText.quoted(child.key());
      String expected = "a key and value that no other has; the descriptor in line %d has them";
      problems.add(child.line(), "key", shown, expected.formatted(first));
    }
  }

  private @Nullable EnvoyDescriptor descriptor(Section fields, EnvoyDescriptor parent) {
    Value name = fields.require("key", "the key of an entry");
    String key = name == null ? null : name.text("the key of an entry");
    Value wanted = find(fields, "value");
    String value = wanted == null ? null : wanted.text("the value of an entry");
    EnvoyDescriptor child =
        new EnvoyDescriptor(
            fields.line(), parent, key == null ? "" : key, value == null ? "" : value);
    EnvoyLimit limit = new EnvoyLimitReader(fields, differences).read();
    if (limit != null) {
      child.limit(limit);
    }
    children(fields, child);
    return key == null ? null : child;
  }

  private void ignored(Section fields) {
    for (String name : IGNORED) {
      Value value = find(fields, name);
      Node.Field field = fields.field(name);
      boolean off = value == null || value.node().shown().equals("\"false\"");
      if (!off && field != null) {
        String expected = "none, as there is no equivalent; it is ignored";
        differences.add(field.line(), name, field.value().shown(), expected);
      }
    }
  }

  /** Returns whether rules can express the descriptor; reports the reason if not. */
  private boolean isImported(EnvoyDescriptor child) {
    List<String> names = child.attributes();
    if (child.value().contains("*")) {
      return refused(child, "value", child.value(), "one value, as there are no wildcards");
    } else if (!Value.isName(child.key()) || child.keys().length() > LONGEST_KEYS) {
      return refused(child, "key", child.key(), Value.NAME_EXPECTED + ", 1024 in all");
    } else if (names.contains(EnvoyDescriptor.KEYS) || new HashSet<>(names).size() < names.size()) {
      return refused(child, "key", child.key(), "a key that makes an attribute of its own");
    } else if (child.value().equals("-")) {
      String expected = "another value, as a request's empty value counts as this one";
      differences.add(child.line(), "value", "\"-\"", expected);
    }
    return true;
  }

  private boolean refused(EnvoyDescriptor child, String field, String shown, String expected) {
    differences.add(
        child.line(),
        field,
        ShownText.quoted(shown),
        expected + "; this descriptor and those below are not imported");
    return false;
  }
}
