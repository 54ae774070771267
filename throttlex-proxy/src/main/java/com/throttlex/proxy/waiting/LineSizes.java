package com.throttlex.proxy.waiting;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All lines by their sizes, so that the longest one is known at once. */
final class LineSizes {
  private final TreeMap<Integer, Set<Line>> lines = new TreeMap<>();

  /** Records the new size of a line; one without requests is forgotten. */
  void changed(Line line, int before) {
    Set<Line> equal = lines.get(before);
    if (equal != null) {
      equal.remove(line);
      if (equal.isEmpty()) {
        lines.remove(before);
      }
    }
    if (!line.isEmpty()) {
      lines.computeIfAbsent(line.size(), size -> new LinkedHashSet<>()).add(line);
    }
  }

  /** Returns the longest line, the first of several, or null without lines. */
  @Nullable Line longest() {
    Map.Entry<Integer, Set<Line>> last = lines.lastEntry();
    return last == null ? null : last.getValue().iterator().next();
  }
}
