package com.throttlex.adaptive;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where all limits stand, as the nodes agree.
 *
 * <p>The time is one of its own, begun by the node that made the first step and carried on by
 * whoever makes the next: no two clocks are ever compared.
 *
 * @param version how often they were written
 * @param time when they last were
 * @param byRule where the limit of each rule stands
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
