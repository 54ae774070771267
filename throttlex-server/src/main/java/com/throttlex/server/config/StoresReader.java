package com.throttlex.server.config;

import com.throttlex.rule.Rule;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads further stores: a map from names to URLs, in a variable {@code NAME=URL,NAME=URL}.
 *
 * <p>Each store has only one name. A move between two names of one store would charge it twice.
 */
final class StoresReader {
  private static final String EXPECTED = "a map from names to URLs";
  private static final String NAME_EXPECTED =
      "1 to 32 lower-case letters, digits and -, beginning with a letter, and not default";

  /** The separator between stores in a variable; a URL may contain other commas. */
  private static final Pattern BETWEEN = Pattern.compile(",\\s*(?=[a-z][a-z0-9-]{0,31}=[a-z]+:)");

  private final Map<String, List<String>> stores = new LinkedHashMap<>();
  private final Set<String> urls;

  private StoresReader(List<String> first) {
    urls = new HashSet<>(first);
  }

  /** Returns the URLs of the further stores by name, given those of the default store. */
  static Map<String, List<String>> read(Given given, List<String> first) {
    StoresReader reader = new StoresReader(first);
    Value value = given.value();
    if (value.node() instanceof Node.Scalar scalar && !scalar.isNull()) {
      BETWEEN.splitAsStream(scalar.text()).forEach(store -> reader.variable(value, store));
    } else {
      Section section = value.hidden().section(EXPECTED);
      for (String name : section == null ? Set.<String>of() : section.names()) {
        Value urls = section == null ? null : section.find(name);
        if (urls != null) {
          reader.add(name, urls);
        }
      }
    }
    return Collections.unmodifiableMap(reader.stores);
  }

  private void variable(Value value, String store) {
    int end = store.indexOf('=');
    if (end < 0) {
      value.hidden().wrong("NAME=URL, separated by commas");
    } else {
      Node url = new Node.Scalar(0, store.substring(end + 1), false);
      add(store.substring(0, end), value.with(url));
    }
  }

  private void add(String name, Value value) {
    if (!Rule.isStore(name) || name.equals(Rule.DEFAULT_STORE) || stores.containsKey(name)) {
      value.wrong("a store named " + name, NAME_EXPECTED);
    }
    List<String> its = UrlReader.urls(value);
    if (its != null) {
      for (String url : its) {
        if (!urls.add(url)) {
          value.wrong("the URL of another store", "each store once");
        }
      }
      stores.put(name, its);
    }
  }
}
