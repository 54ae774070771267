package com.throttlex.shared;

import com.throttlex.store.FailureMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A listener that counts its calls. */
final class CountingListener implements GuardListener {
  final Map<FailureMode, Long> fallbacks = new EnumMap<>(FailureMode.class);
  final List<BreakerState> states = new ArrayList<>();
  long failures;
  long reconciled;
  long gone;

  @Override
  public synchronized void fallback(FailureMode mode) {
    fallbacks.merge(mode, 1L, Long::sum);
  }

  @Override
  public synchronized void storeFailed() {
    failures++;
  }

  @Override
  public synchronized void breakerChanged(BreakerState state) {
    states.add(state);
  }

  @Override
  public synchronized void placeGone() {
    gone++;
  }

  @Override
  public synchronized void reconciled(long units) {
    reconciled += units;
  }

  long fallbacks(FailureMode mode) {
    return fallbacks.getOrDefault(mode, 0L);
  }
}
