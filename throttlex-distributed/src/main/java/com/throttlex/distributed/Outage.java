package com.throttlex.distributed;

import com.throttlex.store.MemoryStore;

/**
 * What this node has done without the store.
 *
 * @param counters the counters that were charged instead of the store's
 * @param ledger the units in them that the store still has to be told of
 * @param slots the same for slots, which somebody gives back
 * @param settlements the settlements that the store has to be told of
 */
record Outage(MemoryStore counters, Ledger ledger, Slots slots, KeptSettlements settlements) {
  private static final int MOST = 10_000;

  Outage() {
    this(new MemoryStore(), new Ledger(MOST), new Slots(MOST), new KeptSettlements(MOST));
  }

  /** Whether the store has been told of everything. */
  boolean isOver() {
    return ledger.isEmpty() && slots.isEmpty() && settlements.isEmpty();
  }
}
