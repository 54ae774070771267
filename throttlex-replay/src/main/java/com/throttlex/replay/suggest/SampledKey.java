package com.throttlex.replay.suggest;

import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The measurements of one key under one rule. */
final class SampledKey {
  private final KeyPeaks peaks = new KeyPeaks();
  private @Nullable KeyLevels levels;
  private @Nullable String name;
  private boolean denied;

  KeyPeaks peaks() {
    return peaks;
  }

  /** Counts a request against limits. */
  void charge(List<Rate> limits, long nanos) {
    KeyLevels known = levels;
    if (known == null) {
      known = new KeyLevels(limits);
      levels = known;
    }
    known.add(nanos);
  }

  /** Returns the capacity that a bucket of the limit needs, to deny nothing. */
  int level(int limit) {
    return levels == null ? 0 : levels.most(limit);
  }

  /** Returns the printed key, or null if it is not needed. */
  @Nullable String name() {
    return name;
  }

  /** Keeps the printed key; digests stand for secrets. */
  void name(Key key) {
    if (name == null) {
      name = key.text();
    }
  }

  /** Returns whether a request of the key was denied. */
  boolean isDenied() {
    return denied;
  }

  /** Notes a denied request. */
  void denied(Key key) {
    denied = true;
    name(key);
  }
}
