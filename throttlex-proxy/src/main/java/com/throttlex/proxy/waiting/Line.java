package com.throttlex.proxy.waiting;

import com.throttlex.QueueKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The waiting requests that have the same keys under rules that queue, in order of arrival. */
final class Line {
  final List<QueueKey> keys;

  /** The turns in which the line takes part: those of the key that denied its first request. */
  LineTurns turns;

  private final Set<HeldRequest> requests = new LinkedHashSet<>();

  Line(List<QueueKey> keys, LineTurns turns) {
    this.keys = keys;
    this.turns = turns;
  }

  void add(HeldRequest request) {
    requests.add(request);
    request.line = this;
  }

  void remove(HeldRequest request) {
    requests.remove(request);
    request.line = null;
  }

  HeldRequest first() {
    return requests.iterator().next();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }
}
