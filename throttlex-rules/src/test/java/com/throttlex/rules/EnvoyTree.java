package com.throttlex.rules;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A random tree of descriptors, with a model of Envoy's service that walks the tree, entry by
 * entry.
 *
 * <p>Each descriptor has a line of its own, and its limit is named after that line.
 */
final class EnvoyTree {
  static final String DOMAIN = "shop";

  private final Random random;
  private final boolean odd;
  private final List<String> lines = new ArrayList<>(List.of("domain: shop", "descriptors: ["));
  private final List<Descriptor> top;

  record Entry(String key, String value) {}

  record Descriptor(
      int line, String key, String value, boolean limited, List<Descriptor> children) {}

  /**
   * The path of a request through the tree.
   *
   * @param lines the lines of the descriptors on the path, and of those beside it whose value
   *     equals the substitute of an empty one
   * @param limit the line of the limit, or 0
   */
  record Walk(Set<Integer> lines, int limit) {}

  /**
   * Creates a random tree.
   *
   * @param odd whether it has parts without equivalent in rules
   */
  EnvoyTree(long seed, boolean odd) {
    random = new Random(seed);
    this.odd = odd;
    top = level(1);
    lines.add("]");
  }

  String yaml() {
    return String.join("\n", lines) + "\n";
  }

  private List<Descriptor> level(int depth) {
    Set<Entry> entries = new LinkedHashSet<>();
    for (int i = random.nextInt(depth == 1 ? 6 : 5); i >= 0; i--) {
      entries.add(new Entry(key(), value()));
    }
    List<Descriptor> level = new ArrayList<>();
    for (Entry entry : entries) {
      boolean limited = random.nextInt(3) > 0;
      int line = lines.size() + 1;
      lines.add("  {key: " + quoted(entry.key) + ", value: " + quoted(entry.value));
      lines.set(line - 1, lines.get(line - 1) + (limited ? limit(line) : "") + ", descriptors: [");
      List<Descriptor> below = depth < 3 && random.nextInt(3) > 0 ? level(depth + 1) : List.of();
      lines.add("  ]},");
      level.add(new Descriptor(line, entry.key, entry.value, limited, below));
    }
    return level;
  }

  private String limit(int line) {
    boolean none = odd && random.nextInt(12) == 0;
    boolean shadow = odd && random.nextInt(8) == 0;
    return ", shadow_mode: %s, rate_limit: {unit: hour, requests_per_unit: %d, name: L%d}"
        .formatted(shadow, none ? 0 : 5, line);
  }

  private String key() {
    return odd && random.nextInt(20) == 0 ? "descriptor" : random.nextInt(3) > 0 ? "a" : "b/%";
  }

  private String value() {
    String[] plain = {"", "", "x", "y"};
    String[] wild = {"x*", "*", "*y", "-"};
    return (odd && random.nextInt(10) == 0 ? wild : plain)[random.nextInt(4)];
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  /** Returns all descriptors of up to that many entries that a request could have. */
  static List<List<Entry>> requests(int longest) {
    List<List<Entry>> all = new ArrayList<>(List.of(List.of()));
    for (int i = 0; i < all.size(); i++) {
      for (String key : all.get(i).size() < longest ? List.of("a", "b/%") : List.<String>of()) {
        for (String value : List.of("x", "y", "xy", "")) {
          List<Entry> longer = new ArrayList<>(all.get(i));
          longer.add(new Entry(key, value));
          all.add(longer);
        }
      }
    }
    return all.subList(1, all.size());
  }

  /** Returns the path of a request, as the service would choose it. */
  Walk walk(List<Entry> entries) {
    Set<Integer> seen = new LinkedHashSet<>();
    List<Descriptor> level = top;
    int limit = 0;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      level.stream().filter(d -> isTakenFor(d, entry)).forEach(d -> seen.add(d.line));
      Descriptor next = next(level, entry);
      if (next == null) {
        return new Walk(seen, 0);
      }
      seen.add(next.line);
      limit = next.limited && i == entries.size() - 1 ? next.line : 0;
      level = next.children;
    }
    return new Walk(seen, limit);
  }

  private static Descriptor next(List<Descriptor> level, Entry entry) {
    List<Descriptor> candidates = level.stream().filter(d -> d.key.equals(entry.key)).toList();
    return candidates.stream()
        .filter(d -> !d.value.isEmpty() && d.value.equals(entry.value))
        .findFirst()
        .or(() -> candidates.stream().filter(d -> isWildcardFor(d, entry)).findFirst())
        .or(() -> candidates.stream().filter(d -> d.value.isEmpty()).findFirst())
        .orElse(null);
  }

  /** Returns whether the descriptor's value equals the substitute of the entry's empty value. */
  private static boolean isTakenFor(Descriptor descriptor, Entry entry) {
    boolean sameKey = descriptor.key.equals(entry.key);
    return sameKey && descriptor.value.equals("-") && entry.value.isEmpty();
  }

  private static boolean isWildcardFor(Descriptor descriptor, Entry entry) {
    String pattern =
        Arrays.stream(descriptor.value.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return descriptor.value.contains("*") && entry.value.matches(pattern);
  }

  /** Returns the request that is made of a descriptor's entries. */
  static RequestContext context(String domain, List<Entry> entries) {
    RequestContextBuilder request = RequestContext.builder().service(domain);
    Map<String, Integer> seen = new HashMap<>();
    for (Entry entry : entries) {
      int number = seen.merge(entry.key, 1, Integer::sum);
      String name = number == 1 ? entry.key : entry.key + "#" + number;
      request.attribute(name, entry.value.isEmpty() ? "-" : entry.value);
    }
    String keys =
        entries.stream()
            .map(entry -> entry.key.replace("%", "%25").replace("/", "%2F"))
            .collect(Collectors.joining("/"));
    return request.attribute("descriptor", keys).build();
  }
}
