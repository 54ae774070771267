package com.throttlex.adaptive;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of all adaptive limits, on which the nodes agree.
 *
 * <p>They have a time of their own. The node that makes the first step starts it, and each node
 * that makes a step continues it. So clocks of nodes are never compared.
 *
 * @param version the number of times they were written
 * @param time when they were last written
 * @param byRule the standing of each rule's limit
 */
record AdaptiveValues(long version, long time, Map<String, AdaptiveValue> byRule) {
  static final AdaptiveValues NONE = new AdaptiveValues(0, 0, Map.of());

  AdaptiveValues {
    byRule = Map.copyOf(byRule);
  }

  @Nullable AdaptiveValue of(String rule) {
    return byRule.get(rule);
  }

  String text() {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(String.valueOf(time));
    new TreeMap<>(byRule)
        .forEach((rule, standing) -> lines.add(NoteWords.of(rule) + "\t" + standing.text()));
    return lines.toString();
  }

  static AdaptiveValues parse(long version, String text) {
    String[] lines = text.split("\n", -1);
    Map<String, AdaptiveValue> byRule = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int tab = lines[i].indexOf('\t');
      if (tab < 0) {
        throw new IllegalArgumentException("adaptive values: " + lines[i] + " (expected: a rule)");
      }
      byRule.put(
          NoteWords.text(lines[i].substring(0, tab)),
          AdaptiveValue.parse(lines[i].substring(tab + 1)));
    }
    return new AdaptiveValues(version, Long.parseLong(lines[0]), byRule);
  }
}
