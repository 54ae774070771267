package com.throttlex.replay.suggest;

import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A segment of paths: how often paths end here, and the segments that follow. */
final class PathNode {
  /** More names than this after one segment are values, except the frequent ones. */
  private static final int MOST_NAMES = 30;

  /** The names that are counted after one segment. */
  private static final int MOST_COUNTED = 100;

  /** The share of requests that makes a name of many frequent in any case. */
  private static final double FREQUENT = 0.02;

  /** The share that does so if the name is also this much more frequent than most names. */
  private static final double FREQUENT_ALONE = 0.005;

  private static final int MORE_FREQUENT = 10;

  private final Map<String, PathNode> names = new HashMap<>();
  private final MethodCounts ending = new MethodCounts();
  private final MethodCounts beyond = new MethodCounts();
  private @Nullable PathNode value;
  private boolean crowded;
  private long requests;

  /** Counts a request whose path comes here. */
  void pass() {
    requests++;
  }

  /** Counts a request whose path ends here. */
  void end(RequestContext request) {
    ending.add(request.method());
  }

  /** Counts a request whose further segments have no node. */
  void endBeyond(RequestContext request) {
    beyond.add(request.method());
  }

  /** Returns the node of the next segment, or null. */
  @Nullable PathNode find(String segment, boolean isValue) {
    return isValue ? value : names.get(segment);
  }

  /** Adds a node for the next segment. If there are too many names, the rarest becomes a value. */
  PathNode add(String segment, boolean isValue) {
    PathNode added = new PathNode();
    if (isValue) {
      value = added;
      return added;
    }
    if (names.size() >= MOST_COUNTED) {
      crowded = true;
      removeRarest();
    }
    names.put(segment, added);
    return added;
  }

  private void removeRarest() {
    String rarest = "";
    long least = Long.MAX_VALUE;
    for (Map.Entry<String, PathNode> name : names.entrySet()) {
      if (name.getValue().requests < least) {
        rarest = name.getKey();
        least = name.getValue().requests;
      }
    }
    nameToValue(rarest);
  }

  private void nameToValue(String name) {
    mergeIntoValue(Objects.requireNonNull(names.remove(name)));
  }

  private void mergeIntoValue(PathNode node) {
    PathNode known = value;
    if (known == null) {
      value = node;
    } else {
      known.merge(node);
    }
  }

  private void merge(PathNode other) {
    requests += other.requests;
    ending.add(other.ending);
    beyond.add(other.beyond);
    crowded |= other.crowded;
    if (other.value != null) {
      mergeIntoValue(other.value);
    }
    other.names.forEach(this::merge);
  }

  private void merge(String segment, PathNode node) {
    PathNode known = names.get(segment);
    if (known != null) {
      known.merge(node);
    } else if (names.size() < MOST_COUNTED) {
      names.put(segment, node);
    } else {
      crowded = true;
      mergeIntoValue(node);
    }
  }

  /** Returns the number of nodes from here on. */
  int size() {
    int sum = 1 + (value == null ? 0 : value.size());
    for (PathNode node : names.values()) {
      sum += node.size();
    }
    return sum;
  }

  /** Turns rare names into values where there are many, and gives each pattern with its counts. */
  void patterns(String path, BiConsumer<String, MethodCounts> to) {
    if (crowded || names.size() > MOST_NAMES) {
      rareNames().forEach(this::nameToValue);
    }
    if (ending.all() > 0) {
      to.accept(path.isEmpty() ? "/" : path, ending);
    }
    if (beyond.all() > 0) {
      to.accept(path + "/**", beyond);
    }
    names.forEach((segment, node) -> node.patterns(path + "/" + segment, to));
    if (value != null) {
      value.patterns(path + "/{id}", to);
    }
  }

  private List<String> rareNames() {
    long[] counts = names.values().stream().mapToLong(node -> node.requests).sorted().toArray();
    double alone =
        Math.max(FREQUENT_ALONE * requests, (double) MORE_FREQUENT * counts[counts.length / 2]);
    double frequent = Math.min(FREQUENT * requests, alone);
    List<String> rare = new ArrayList<>(names.keySet());
    rare.removeIf(name -> Objects.requireNonNull(names.get(name)).requests >= frequent);
    return rare;
  }
}
