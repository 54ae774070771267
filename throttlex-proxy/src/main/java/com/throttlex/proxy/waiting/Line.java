package com.throttlex.proxy.waiting;

import com.throttlex.QueueKey;
import com.throttlex.proxy.BySize;
import java.util.List;
import java.util.TreeMap;

/** The waiting requests that have the same keys under rules that queue, in order of arrival. */
final class Line {
  final List<QueueKey> keys;

  /** The turns in which the line takes part: those of the key that denied its first request. */
  LineTurns turns;

  private final TreeMap<Long, HeldRequest> requests = new TreeMap<>();
  private final BySize<Line> sizes;
  private long entered;

  Line(List<QueueKey> keys, LineTurns turns, BySize<Line> sizes) {
    this.keys = keys;
    this.turns = turns;
    this.sizes = sizes;
  }

  void add(HeldRequest request) {
    request.place = entered++;
    requests.put(request.place, request);
    request.line = this;
    sizes.changed(this, size() - 1, size());
  }

  void remove(HeldRequest request) {
    requests.remove(request.place);
    request.line = null;
    sizes.changed(this, size() + 1, size());
  }

  HeldRequest first() {
    return requests.firstEntry().getValue();
  }

  HeldRequest last() {
    return requests.lastEntry().getValue();
  }

  int size() {
    return requests.size();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }
}
