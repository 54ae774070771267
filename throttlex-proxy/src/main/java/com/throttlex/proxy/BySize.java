package com.throttlex.proxy;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Groups by their sizes, so that the largest one is known at once. Only one thread may use it. */
public final class BySize<T> {
  private final TreeMap<Integer, Set<T>> groups = new TreeMap<>();

  /** Records the new size of a group; an empty one is forgotten. */
  public void changed(T group, int before, int now) {
    Set<T> equal = groups.get(before);
    if (equal != null) {
      equal.remove(group);
      if (equal.isEmpty()) {
        groups.remove(before);
      }
    }
    if (now > 0) {
      groups.computeIfAbsent(now, size -> new LinkedHashSet<>()).add(group);
    }
  }

  /** Returns the largest group, the first of several, or null without groups. */
  public @Nullable T largest() {
    Map.Entry<Integer, Set<T>> last = groups.lastEntry();
    return last == null ? null : last.getValue().iterator().next();
  }
}
