package com.throttlex.shared;

import com.throttlex.store.Settlement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Settlements that wait until the store is available again; they expire when the store no longer
 * knows their reservations.
 */
final class KeptSettlements {
  private static final long KEPT_NANOS = 300_000_000_000L;

  /** A settlement that is sent to the store until it expires. */
  record Kept(long cost, long endsAt) {}

  private final int most;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  KeptSettlements(int most) {
    this.most = most;
  }

  /**
   * Keeps a settlement and returns its result. It counts as settled, because the caller can do
   * nothing more. If there is no room, the settlement is lost and the charge stays.
   */
  Settlement keep(String reservation, long cost, long now) {
    if (kept.size() >= most && !kept.containsKey(reservation)) {
      return Settlement.UNKNOWN;
    }
    return kept.putIfAbsent(reservation, new Kept(cost, now + KEPT_NANOS)) == null
        ? Settlement.SETTLED
        : Settlement.ALREADY_SETTLED;
  }

  /** Keeps a settlement again that could not be sent. */
  void keepAgain(String reservation, Kept settlement) {
    kept.putIfAbsent(reservation, settlement);
  }

  boolean has(String reservation) {
    return kept.containsKey(reservation);
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Removes expired settlements. */
  void expire(long now) {
    kept.values().removeIf(settlement -> settlement.endsAt <= now);
  }

  /**
   * Removes some settlements that match and passes them to the sender; returns whether there were
   * any.
   */
  boolean take(int some, Predicate<String> which, BiConsumer<String, Kept> sender) {
    List<String> taken = kept.keySet().stream().filter(which).limit(some).toList();
    for (String reservation : taken) {
      Kept settlement = kept.remove(reservation);
      if (settlement != null) {
        sender.accept(reservation, settlement);
      }
    }
    return !taken.isEmpty();
  }
}
