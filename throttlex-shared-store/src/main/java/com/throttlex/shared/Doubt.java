package com.throttlex.shared;

/**
 * Units that this node admitted because the store timed out. The store may have charged them too.
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

  /** Records that the store has charged the units, because its late answer arrived. */
  void charged() {
    charged = true;
  }

  boolean isCharged() {
    return charged;
  }

  /** Returns whether no answer is expected any more. */
  boolean isOver(long now) {
    return now >= endsAt;
  }
}
