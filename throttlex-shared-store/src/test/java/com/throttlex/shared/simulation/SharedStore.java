package com.throttlex.shared.simulation;

import com.throttlex.store.Charge;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The store that all nodes share: its clock can step, and it can fail over to a replica that gets
 * all changes a little later.
 */
final class SharedStore {
  private final Timeline time;
  private final long lagNanos;
  private final Deque<Write> unreplicated = new ArrayDeque<>();
  private final Map<String, Long> lost = new HashMap<>();
  private MemoryStore primary = new MemoryStore();
  private @Nullable MemoryStore replica;
  private long clockOffset;
  private boolean stepped;
  boolean down;
  long forwardNanos;
  int forwardSteps;

  /** A change of the state that the replica repeats. */
  private interface Write {
    void apply(MemoryStore store);

    default void lost(Map<String, Long> units) {}
  }

  private record Decision(Verdicts request, long now) implements Write {
    @Override
    public void apply(MemoryStore store) {
      Verdicts again = new Verdicts(request.charges());
      again.now(now);
      store.decide(again);
    }

    @Override
    public void lost(Map<String, Long> units) {
      for (int i = 0; i < request.size(); i++) {
        Charge charge = request.get(i).charge();
        if (request.counts(request.get(i))) {
          units.merge(charge.key().text(), charge.cost(), Long::sum);
        }
      }
    }
  }

  SharedStore(Timeline time, long lagNanos) {
    this.time = time;
    this.lagNanos = lagNanos;
  }

  long now() {
    return time.nanos() + clockOffset;
  }

  void decide(Verdicts request) {
    long now = now();
    request.now(now);
    primary.decide(request);
    written(new Decision(request, now));
  }

  Settlement settle(String reservation, long cost) {
    long now = now();
    written(store -> store.settle(reservation, cost, now));
    return primary.settle(reservation, cost, now).toCompletableFuture().join();
  }

  private void written(Write write) {
    MemoryStore to = replica;
    if (to != null) {
      unreplicated.add(write);
      time.after(lagNanos, () -> replicate(to));
    }
  }

  private void replicate(MemoryStore to) {
    if (to == replica) {
      unreplicated.remove().apply(to);
    }
  }

  /** Adds a replica, before anything was written. */
  void replicate() {
    replica = new MemoryStore();
  }

  /** Switches to the replica; changes that it did not get yet are lost. */
  void failOver() {
    MemoryStore next = replica;
    if (next != null) {
      unreplicated.forEach(write -> write.lost(lost));
      unreplicated.clear();
      primary = next;
      replica = null;
    }
  }

  /** Returns the lost units of a key, at most those of one full bucket. */
  long lost(String key, long capacity) {
    return Math.min(capacity, lost.getOrDefault(key, 0L));
  }

  /** Returns whether its clock ever stepped. */
  boolean hasStepped() {
    return stepped;
  }

  /** Returns the true time at which a clock that never stepped shows that time. */
  long timeOf(long shown) {
    return shown - clockOffset;
  }

  /** Moves the clock forward or back. */
  void step(long nanos) {
    stepped = true;
    clockOffset += nanos;
    if (nanos > 0) {
      forwardNanos += nanos;
      forwardSteps++;
    }
  }
}
