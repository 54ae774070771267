package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Adds up the units of a node in fallback that the store does not have yet, by counter.
 *
 * <p>Units that are no longer in use here do not count: the store would not count them either. So
 * the sum of a counter is at most the capacity of its local share.
 */
final class Unreconciled {
  private record Units(Key key, int index, long units) {}

  private final Map<CounterHash, Units> counters = new HashMap<>();

  void add(Ledger.Entry entry) {
    add(entry.key(), entry.index(), entry.units());
  }

  void add(Slots.Taken taken) {
    taken.parts().forEach(part -> add(part.key(), part.index(), part.cost()));
  }

  private void add(Key key, int index, long units) {
    counters.merge(
        new CounterHash(key.hi(), key.lo(index)),
        new Units(key, index, units),
        (known, added) -> new Units(key, index, Discrepancy.sum(known.units, added.units)));
  }

  /** Returns the units that are still in use in this node's counters, and their bound. */
  Discrepancy inUse(MemoryStore own, long now) {
    long units = 0;
    long bound = 0;
    for (Units counter : counters.values()) {
      Optional<Status> status =
          own.inspect(counter.key, counter.index, now).toCompletableFuture().join();
      if (status.isPresent()) {
        Limit share = status.get().limit();
        long used = Math.max(0, share.capacity() - status.get().remaining());
        units = Discrepancy.sum(units, Math.min(counter.units, used));
        bound = Discrepancy.sum(bound, share.capacity());
      }
    }
    return new Discrepancy(0, 0, units, bound);
  }
}
