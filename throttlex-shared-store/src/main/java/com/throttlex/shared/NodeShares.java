package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The local shares of limits, cached because computing a share takes longer than charging it. */
final class NodeShares {
  private static final int MOST = 10_000;

  private record Made(int nodes, Map<Limit, Limit> shares) {}

  private final Nodes nodes;
  private volatile Made made = new Made(1, new ConcurrentHashMap<>());

  NodeShares(Nodes nodes) {
    this.nodes = nodes;
  }

  /** Returns the local share of a limit. */
  Limit of(Limit limit) {
    int live = Math.max(1, nodes.live());
    if (live == 1) {
      return limit;
    }
    Made current = made;
    if (current.nodes != live || current.shares.size() >= MOST) {
      current = new Made(live, new ConcurrentHashMap<>());
      made = current;
    }
    return current.shares.computeIfAbsent(limit, whole -> whole.share(live));
  }
}
