package com.throttlex.distributed;

import com.throttlex.store.Charges;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryStore;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What this node has done without the store.
 *
 * @param counters the counters that were charged instead of the store's
 * @param ledger the units in them that the store still has to be told of
 * @param slots the same for slots, which somebody gives back
 * @param settlements the settlements that the store has to be told of
 * @param admitting held shared from the charge of a counter until the ledger has it, and alone
 *     while a counter is dropped
 */
record Outage(
    MemoryStore counters,
    Ledger ledger,
    Slots slots,
    KeptSettlements settlements,
    ReadWriteLock admitting) {
  private static final int MOST = 10_000;

  Outage(MemoryBudget memory) {
    this(
        new MemoryStore(MemoryStore.DEFAULT_MAX_KEYS, memory),
        new Ledger(MOST),
        new Slots(MOST),
        new KeptSettlements(MOST),
        new ReentrantReadWriteLock());
  }

  /** Decides by this node's counters, and then notes what was admitted. */
  void decide(Charges charges, Runnable note) {
    admitting.readLock().lock();
    try {
      counters.decide(charges);
      note.run();
    } finally {
      admitting.readLock().unlock();
    }
  }

  /**
   * Drops a counter whose units the store was charged with, unless more is in use, or more was
   * admitted since these units were taken out of the ledger.
   */
  void drop(Ledger.Entry charged, long now) {
    admitting.writeLock().lock();
    try {
      if (!ledger.has(charged.key(), charged.index())) {
        counters.resetIfUsed(charged.key(), charged.index(), charged.units(), now);
      }
    } finally {
      admitting.writeLock().unlock();
    }
  }

  /** Whether the store has been told of everything. */
  boolean isOver() {
    return ledger.isEmpty() && slots.isEmpty() && settlements.isEmpty();
  }
}
