package com.throttlex.replay.suggest;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The number of requests by method: those that read, and those that write. */
final class MethodCounts {
  private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");

  /** Fewer requests of one kind than this share do not get a rule of their own. */
  private static final double LEAST_SHARE = 0.01;

  private static final int LEAST = 20;

  private final Map<String, Long> writes = new TreeMap<>();
  private long reads;

  void add(@Nullable String method) {
    if (method != null && WRITES.contains(method)) {
      writes.merge(method, 1L, Long::sum);
    } else {
      reads++;
    }
  }

  void add(MethodCounts other) {
    reads += other.reads;
    other.writes.forEach((method, count) -> writes.merge(method, count, Long::sum));
  }

  long all() {
    return reads + writing();
  }

  long reading() {
    return reads;
  }

  long writing() {
    return writes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the methods that write, in order. */
  Set<String> writeMethods() {
    return new TreeSet<>(writes.keySet());
  }

  /** Returns whether reads and writes are both frequent, so that each need limits of their own. */
  boolean isMixed() {
    double least = Math.max(LEAST, LEAST_SHARE * all());
    return reads >= least && writing() >= least;
  }
}
