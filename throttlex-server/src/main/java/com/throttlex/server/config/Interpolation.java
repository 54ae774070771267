package com.throttlex.server.config;

import com.throttlex.request.ShownText;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces each <code>${NAME}</code> in the values of a file by that environment variable.
 *
 * <p>{@code $$} before a brace stands for one {@code $}. A value that names a variable which is not
 * set is a problem. It is removed, together with its list item, so that no further problem is
 * reported for it.
 */
final class Interpolation {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Map<String, String> environment;
  private final Problems problems;

  Interpolation(Map<String, String> environment, Problems problems) {
    this.environment = environment;
    this.problems = problems;
  }

  /** Returns the tree with all variables replaced; null if it becomes empty. */
  @Nullable Node in(Node root) {
    return replaced(root, root.line(), "", false);
  }

  private @Nullable Node replaced(Node node, int line, String key, boolean inList) {
    if (node instanceof Node.Scalar scalar) {
      return scalar(scalar, line, key);
    } else if (node instanceof Node.Items list) {
      return items(list, key);
    }
    return fields((Node.Fields) node, key, inList);
  }

  private Node items(Node.Items list, String key) {
    List<Node> items = new ArrayList<>();
    for (Node item : list.items()) {
      Node made = replaced(item, item.line(), key, true);
      if (made != null) {
        items.add(made);
      }
    }
    return new Node.Items(list.line(), items, list.size());
  }

  private @Nullable Node fields(Node.Fields map, String key, boolean inList) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    map.fields()
        .forEach(
            (name, field) -> {
              String path = key.isEmpty() ? name : key + "." + name;
              Node made = replaced(field.value(), field.line(), path, inList);
              if (made != null) {
                fields.put(name, new Node.Field(field.line(), made));
              }
            });
    boolean whole = fields.size() == map.fields().size();
    return inList && !whole ? null : new Node.Fields(map.line(), fields, map.size());
  }

  private @Nullable Node scalar(Node.Scalar scalar, int line, String key) {
    if (!scalar.text().contains("${")) {
      return scalar;
    }
    int before = problems.count();
    StringBuilder text = new StringBuilder();
    Matcher references = REFERENCE.matcher(scalar.text());
    while (references.find()) {
      String value = references.group(1) == null ? "${" : value(references, line, key);
      references.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    references.appendTail(text);
    // A value from a variable has no quotes of its own: "${PORT}" may be a number.
    return problems.count() > before ? null : new Node.Scalar(line, text.toString(), false);
  }

  private String value(Matcher reference, int line, String key) {
    String name = reference.group(1);
    // An invalid name may be part of a secret, so it is not shown.
    if (reference.group(2).isEmpty() || !NAME.matcher(name).matches()) {
      problems.add(
          line, key, "${…", "${NAME} with the name of a variable, or $${ for a literal ${");
    } else if (!environment.containsKey(name)) {
      problems.add(line, key, "${" + ShownText.plain(name) + "}", "a variable that is set");
    }
    return environment.getOrDefault(name, "");
  }
}
