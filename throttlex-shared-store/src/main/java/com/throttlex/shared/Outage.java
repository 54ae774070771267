package com.throttlex.shared;

import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The state of this node in fallback: admissions and settlements that the store does not have yet.
 *
 * @param counters the counters that were charged instead of the store's
 * @param ledger the units in them that must be charged to the store
 * @param slots the concurrency slots that must be taken in the store until they are released
 * @param settlements the settlements that must be sent to the store
 * @param admitting held shared from the charge of a counter until the ledger has it, and
 *     exclusively while a counter is dropped
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

  /** Decides by this node's counters, and then records the admitted units. */
  void decide(Verdicts verdicts, Runnable note) {
    admitting.readLock().lock();
    try {
      counters.decide(verdicts);
      note.run();
    } finally {
      admitting.readLock().unlock();
    }
  }

  /**
   * Drops a counter whose units were charged to the store. It is kept if more is in use, or if more
   * was admitted since these units were taken from the ledger.
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

  /** Returns whether everything has been reconciled. */
  boolean isOver() {
    return ledger.isEmpty() && slots.isEmpty() && settlements.isEmpty();
  }
}
