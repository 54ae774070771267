package com.throttlex.replay.log;

import java.util.ArrayList;
import java.util.List;

/** The first lines that are not requests. */
final class BrokenLines {
  private static final int MOST = 10;

  private final List<BrokenLine> first = new ArrayList<>();

  void add(String file, long line, String problem) {
    if (first.size() < MOST) {
      first.add(new BrokenLine(file, line, problem));
    }
  }

  List<BrokenLine> first() {
    return List.copyOf(first);
  }
}
