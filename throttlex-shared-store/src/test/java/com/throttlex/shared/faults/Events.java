package com.throttlex.shared.faults;

import com.throttlex.shared.BreakerState;
import com.throttlex.shared.GuardListener;
import com.throttlex.store.FailureMode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Records the events of a node's guard. */
public final class Events implements GuardListener {
  private record Change(BreakerState state, long at) {}

  private final Map<FailureMode, LongAdder> fallbacks = new EnumMap<>(FailureMode.class);
  private final LongAdder storeFailures = new LongAdder();
  private final LongAdder reconciled = new LongAdder();
  private final Queue<Change> changes = new ConcurrentLinkedQueue<>();

  Events() {
    for (FailureMode mode : FailureMode.values()) {
      fallbacks.put(mode, new LongAdder());
    }
  }

  @Override
  public void fallback(FailureMode mode) {
    fallbacks.get(mode).increment();
  }

  @Override
  public void storeFailed() {
    storeFailures.increment();
  }

  @Override
  public void breakerChanged(BreakerState state) {
    changes.add(new Change(state, System.nanoTime()));
  }

  @Override
  public void reconciled(long units) {
    reconciled.add(units);
  }

  /** Returns how often the circuit has opened since that time. */
  public long openings(long since) {
    return changes.stream()
        .filter(change -> change.state == BreakerState.OPEN && change.at - since >= 0)
        .count();
  }

  /** Returns when the circuit first opened since that time. */
  public long openedAt(long since) {
    return changes.stream()
        .filter(change -> change.state == BreakerState.OPEN && change.at - since >= 0)
        .mapToLong(Change::at)
        .findFirst()
        .orElseThrow();
  }

  public long fallbacks(FailureMode mode) {
    return fallbacks.get(mode).sum();
  }

  public long storeFailures() {
    return storeFailures.sum();
  }

  public long reconciledUnits() {
    return reconciled.sum();
  }
}
