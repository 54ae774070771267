package com.throttlex.replay.suggest;

import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The paths of requests, as a tree of segments in bounded memory. */
final class PathTree {
  private static final int DEEPEST = 8;

  /** The refused nodes between two counts of a full tree, because counting takes time. */
  private static final int RECOUNT = 1000;

  private final int mostNodes;
  private final PathNode root = new PathNode();
  private int nodes = 1;
  private int untilRecount;

  PathTree(int mostNodes) {
    this.mostNodes = mostNodes;
  }

  /** Counts the path of a request. */
  void add(RequestContext request) {
    String path = request.endpoint();
    if (path == null) {
      return;
    }
    PathNode node = root;
    node.pass();
    int depth = 0;
    for (int slash = 0; slash >= 0 && slash + 1 < path.length(); depth++) {
      int end = path.indexOf('/', slash + 1);
      String segment = path.substring(slash + 1, end < 0 ? path.length() : end);
      PathNode next = depth == DEEPEST ? null : next(node, segment);
      if (next == null) {
        node.endBeyond(request);
        return;
      }
      node = next;
      node.pass();
      slash = end;
    }
    node.end(request);
  }

  private @Nullable PathNode next(PathNode node, String segment) {
    boolean isValue = SegmentShape.isValue(segment);
    PathNode known = node.find(segment, isValue);
    if (known != null) {
      return known;
    }
    if (nodes >= mostNodes && --untilRecount <= 0) {
      nodes = root.size(); // names that became values have left room
      untilRecount = nodes >= mostNodes ? RECOUNT : 0;
    }
    if (nodes >= mostNodes) {
      return null;
    }
    nodes++;
    return node.add(segment, isValue);
  }

  /** Returns the number of nodes. */
  int size() {
    return root.size();
  }

  /** Returns the endpoints with the most requests; can be called once. */
  List<SuggestedEndpoint> endpoints(int most) {
    List<SuggestedEndpoint> all = new ArrayList<>();
    root.patterns("", (pattern, counts) -> add(pattern, counts, all));
    all.sort(
        Comparator.comparingLong(SuggestedEndpoint::requests)
            .reversed()
            .thenComparing(SuggestedEndpoint::pattern));
    return all.subList(0, Math.min(most, all.size()));
  }

  private static void add(String pattern, MethodCounts counts, List<SuggestedEndpoint> to) {
    if (counts.isMixed()) {
      to.add(new SuggestedEndpoint(pattern, Set.of("GET"), counts.reading()));
      to.add(new SuggestedEndpoint(pattern, counts.writeMethods(), counts.writing()));
    } else {
      to.add(new SuggestedEndpoint(pattern, Set.of(), counts.all()));
    }
  }
}
