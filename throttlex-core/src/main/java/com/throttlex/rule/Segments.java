package com.throttlex.rule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trie over the segments of endpoint patterns.
 *
 * <p>A search costs one hash look-up per segment and per wildcard, however many patterns there are.
 * Segments are compared in place, without splitting the path into strings.
 */
final class Segments {
  private static final @Nullable Child[] NONE = {null};

  private final Selection rules;
  private final @Nullable Segments one;
  private final @Nullable Segments any;
  private final @Nullable Child[] children;
  private final boolean leaf;

  private record Child(int hash, String segment, Segments node, @Nullable Child next) {}

  private Segments(Draft draft) {
    rules = Selection.of(draft.rules);
    one = draft.freeze(EndpointPattern.ONE);
    any = draft.freeze(EndpointPattern.ANY);
    leaf = draft.children.isEmpty() && one == null && any == null;
    children =
        leaf ? NONE : new @Nullable Child[2 * Integer.highestOneBit(1 + draft.children.size())];
    draft.children.forEach(
        (segment, child) -> {
          int slot = segment.hashCode() & (children.length - 1);
          children[slot] =
              new Child(segment.hashCode(), segment, new Segments(child), children[slot]);
        });
  }

  /** Builds the trie of rules that have an endpoint pattern. */
  static Segments of(List<CompiledRule> rules) {
    Draft root = new Draft();
    for (CompiledRule rule : rules) {
      EndpointPattern pattern = rule.rule().match().endpoint();
      if (pattern != null) {
        root.add(pattern.segments(), rule);
      }
    }
    return new Segments(root);
  }

  private static final class Draft {
    private final List<CompiledRule> rules = new ArrayList<>();
    private final Map<String, Draft> children = new HashMap<>();

    void add(List<String> segments, CompiledRule rule) {
      Draft node = this;
      for (String segment : segments) {
        node = node.children.computeIfAbsent(segment, s -> new Draft());
      }
      node.rules.add(rule);
    }

    @Nullable Segments freeze(String wildcard) {
      Draft child = children.remove(wildcard);
      return child == null ? null : new Segments(child);
    }
  }

  /** Adds the rules whose pattern matches the path from that slash on. */
  void collect(String path, int slash, Matching to) {
    if (any != null) {
      collectAny(any, path, slash, to);
    }
    if (slash >= path.length() || path.length() == 1) {
      rules.collect(to);
      return;
    }
    int end = path.indexOf('/', slash + 1);
    int next = end < 0 ? path.length() : end;
    if (one != null) {
      one.collect(path, next, to);
    }
    Segments child = child(path, slash + 1, next);
    if (child != null) {
      child.collect(path, next, to);
    }
  }

  /** Continues after a {@code **} at every remaining position; a rule is added once. */
  private static void collectAny(Segments after, String path, int slash, Matching to) {
    if (after.leaf) {
      after.rules.collect(to);
      return;
    }
    int from = slash;
    while (from < path.length()) {
      after.collect(path, from, to);
      int end = path.indexOf('/', from + 1);
      from = end < 0 ? path.length() : end;
    }
    after.collect(path, path.length(), to);
  }

  private @Nullable Segments child(String path, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + path.charAt(i);
    }
    Child child = children[hash & (children.length - 1)];
    while (child != null
        && (child.hash != hash
            || child.segment.length() != to - from
            || !path.startsWith(child.segment, from))) {
      child = child.next;
    }
    return child == null ? null : child.node;
  }
}
