package com.throttlex.server.config;

import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Spelling;
import com.throttlex.rules.yaml.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of the service. An empty variable counts as not set, except the access
 * token: without it, every client would have access.
 */
final class Environment {
  static final String PREFIX = "THROTTLEX_";
  static final String CONFIG = PREFIX + "CONFIG";
  static final String ADMIN_TOKEN = PREFIX + "ADMIN_TOKEN";
  static final String ACCESS_TOKEN = PREFIX + "ACCESS_TOKEN";

  /** The variables of the launcher and of other commands. */
  private static final Set<String> OF_OTHERS =
      Set.of(PREFIX + "HOME", PREFIX + "JAVA_OPTS", PREFIX + "SERVER", PREFIX + "ADMIN_URL");

  /** The variables that Kubernetes sets for a service whose name starts with throttlex. */
  private static final Pattern OF_KUBERNETES =
      Pattern.compile(
          "THROTTLEX_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_\\w+)?)");

  private static final Pattern ADDRESS_OF_KUBERNETES = Pattern.compile("(tcp|udp|sctp)://.*");

  private final Map<String, String> ours = new TreeMap<>();
  private final Problems problems;

  Environment(Map<String, String> all, Problems problems) {
    this.problems = problems;
    all.forEach(
        (name, text) -> {
          boolean empty = text.isEmpty() && !name.equals(ACCESS_TOKEN);
          if (name.startsWith(PREFIX) && !empty && !isOfKubernetes(name, text)) {
            ours.put(name, text);
          }
        });
  }

  private static boolean isOfKubernetes(String name, String text) {
    return OF_KUBERNETES.matcher(name).matches()
        || (name.endsWith("_PORT") && ADDRESS_OF_KUBERNETES.matcher(text).matches());
  }

  /** Adds a problem for each unknown variable. */
  void requireKnown() {
    Set<String> known = known();
    for (String name : ours.keySet()) {
      if (!known.contains(name)) {
        String closest = Spelling.closest(name, known);
        String expected = "the name of a setting, such as " + PREFIX + "ADMIN_PORT";
        problems
            .in(name)
            .add(
                0,
                "environment",
                "unknown variable",
                closest == null ? expected : expected + "; did you mean " + closest + "?");
      }
    }
  }

  private static Set<String> known() {
    Set<String> known = new TreeSet<>(OF_OTHERS);
    known.addAll(List.of(CONFIG, ADMIN_TOKEN, ACCESS_TOKEN));
    Arrays.stream(SettingKey.values()).map(SettingKey::variables).forEach(known::addAll);
    return known;
  }

  /** Returns the text of a variable, or null when it is not set. */
  @Nullable String text(String name) {
    return ours.get(name);
  }

  /** Returns the value of a key in the environment, or null if there is none. */
  @Nullable Value find(SettingKey key) {
    List<String> names = key.variables().stream().filter(ours::containsKey).toList();
    if (names.isEmpty()) {
      return null;
    }
    String first = names.get(0);
    for (String other : names.subList(1, names.size())) {
      if (!Objects.equals(ours.get(first), ours.get(other))) {
        problems.in(other).add(0, key.path(), "set twice", "either this variable or " + first);
      }
    }
    return value(first, key);
  }

  private Value value(String name, SettingKey key) {
    String text = ours.getOrDefault(name, "");
    return new Value(key.isList() ? list(text) : scalar(text), key.path(), 0, problems.in(name));
  }

  /** Returns the token that a variable adds to those of a key, or null if it is not set. */
  @Nullable Value token(SettingKey key, String variable) {
    String text = ours.get(variable);
    return text == null ? null : new Value(scalar(text), key.path(), 0, problems.in(variable));
  }

  private static Node scalar(String text) {
    return new Node.Scalar(0, text, false);
  }

  private static Node list(String text) {
    List<Node> items =
        Stream.of(text.split(",", -1)).map(String::strip).map(Environment::scalar).toList();
    return new Node.Items(0, items, items.size());
  }
}
