package com.throttlex.distributed;

/**
 * Units that were admitted in this node because the store did not answer in time: it may have
 * charged them all the same.
 */
final class Doubt {
  private final Ledger.Entry entry;
  private final long endsAt;
  private volatile boolean charged;

  Doubt(Ledger.Entry entry, long endsAt) {
    this.entry = entry;
    this.endsAt = endsAt;
  }

  Ledger.Entry entry() {
    return entry;
  }

  /** Says that the store has charged them: its answer came after all. */
  void charged() {
    charged = true;
  }

  boolean isCharged() {
    return charged;
  }

  /** Whether no answer is expected any more. */
  boolean isOver(long now) {
    return now >= endsAt;
  }
}
