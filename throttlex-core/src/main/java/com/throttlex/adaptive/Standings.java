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
record Standings(long version, long time, Map<String, Standing> byRule) {
  static final Standings NONE = new Standings(0, 0, Map.of());

  Standings {
    byRule = Map.copyOf(byRule);
  }

  @Nullable Standing of(String rule) {
    return byRule.get(rule);
  }

  String text() {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(String.valueOf(time));
    new TreeMap<>(byRule)
        .forEach((rule, standing) -> lines.add(NoteWords.of(rule) + "\t" + standing.text()));
    return lines.toString();
  }

  static Standings parse(long version, String text) {
    String[] lines = text.split("\n", -1);
    Map<String, Standing> byRule = new TreeMap<>();
    for (int i = 1; i < lines.length; i++) {
      int tab = lines[i].indexOf('\t');
      if (tab < 0) {
        throw new IllegalArgumentException("standings: " + lines[i] + " (expected: a rule)");
      }
      byRule.put(
          NoteWords.text(lines[i].substring(0, tab)), Standing.parse(lines[i].substring(tab + 1)));
    }
    return new Standings(version, Long.parseLong(lines[0]), byRule);
  }
}
