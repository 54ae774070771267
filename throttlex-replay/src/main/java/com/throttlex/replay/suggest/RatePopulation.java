package com.throttlex.replay.suggest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The rates of all keys of a rule: of usual keys, and of keys that stand apart from them. */
final class RatePopulation {
  private final @Nullable TailGap[] gaps = new @Nullable TailGap[KeyPeaks.SIZE];
  private final List<SampledKey> usual = new ArrayList<>();
  private final List<SampledKey> apart = new ArrayList<>();

  /** Divides keys; if all of them are to count as usual, none stand apart. */
  RatePopulation(Collection<SampledKey> keys, boolean allUsual) {
    for (int i = 0; i < KeyPeaks.SIZE && !allUsual; i++) {
      int value = i;
      gaps[i] = TailGap.find(sorted(keys, key -> key.peaks().most(value)));
    }
    divide(keys);
    if (apart.size() > TailGap.MOST_APART * keys.size()) {
      Arrays.fill(gaps, null);
      divide(keys);
    }
  }

  private void divide(Collection<SampledKey> keys) {
    usual.clear();
    apart.clear();
    for (SampledKey key : keys) {
      (isApart(key) ? apart : usual).add(key);
    }
  }

  /** Returns whether a key has a rate on the upper side of a gap. */
  boolean isApart(SampledKey key) {
    for (int i = 0; i < KeyPeaks.SIZE; i++) {
      TailGap gap = gaps[i];
      if (gap != null && gap.isApart(key.peaks().most(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the gap in the rates of a window, or in all requests; null if there is none. */
  @Nullable TailGap gap(int window) {
    return gaps[window];
  }

  List<SampledKey> usual() {
    return usual;
  }

  List<SampledKey> apart() {
    return apart;
  }

  /**
   * Returns the value that only a share of the usual keys exceeds, rounded in favour of the keys.
   */
  int exceededBy(double share, ToIntFunction<SampledKey> value) {
    int[] values = sorted(usual, value);
    return values[values.length - 1 - (int) (share * values.length)];
  }

  private static int[] sorted(Collection<SampledKey> keys, ToIntFunction<SampledKey> value) {
    return keys.stream().mapToInt(value).sorted().toArray();
  }
}
