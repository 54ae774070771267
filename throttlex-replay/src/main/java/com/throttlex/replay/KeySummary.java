package com.throttlex.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The keys of one rule: their number, also by share of denials, and the most-denied ones. */
final class KeySummary {
  /** The upper bounds of the shares; a key without denials has the first. */
  private static final double[] BOUNDS = {0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1};

  private static final Comparator<Top> LEAST_FIRST =
      Comparator.comparingLong((Top top) -> top.streak.denied())
          .thenComparing(top -> top.streak.text(), Comparator.reverseOrder());

  private record Top(KeyStreak streak, long requests) {}

  private final long[] byShare = new long[BOUNDS.length];
  private final PriorityQueue<Top> top = new PriorityQueue<>(LEAST_FIRST);
  private final int most;

  KeySummary(int most) {
    this.most = most;
  }

  void add(long requests, @Nullable KeyStreak streak) {
    byShare[streak == null ? 0 : place((double) streak.denied() / requests)]++;
    if (streak != null) {
      top.add(new Top(streak, requests));
      if (top.size() > most) {
        top.poll();
      }
    }
  }

  private static int place(double share) {
    int place = 1;
    while (place < BOUNDS.length - 1 && share > BOUNDS[place]) {
      place++;
    }
    return place;
  }

  long keys() {
    long keys = 0;
    for (long some : byShare) {
      keys += some;
    }
    return keys;
  }

  long deniedKeys() {
    return keys() - byShare[0];
  }

  List<DeniedShare> shares() {
    List<DeniedShare> shares = new ArrayList<>();
    for (int i = 0; i < BOUNDS.length; i++) {
      shares.add(new DeniedShare(i == 0 ? -1 : BOUNDS[i - 1], BOUNDS[i], byShare[i]));
    }
    return shares;
  }

  /** Returns the most-denied keys, the most denied first. */
  List<DeniedKey> mostDenied(KeyPrinter printer) {
    return top.stream()
        .sorted(LEAST_FIRST.reversed())
        .map(each -> each.streak.result(printer.print(each.streak.text()), each.requests))
        .toList();
  }
}
