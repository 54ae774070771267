package com.throttlex.distributed;

import com.throttlex.store.Settlement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Settlements that wait for the store to come back, as long as it may still know what they mean.
 */
final class KeptSettlements {
  private static final long KEPT_NANOS = 300_000_000_000L;

  /** A settlement that is still to be sent, until that time. */
  record Kept(long cost, long endsAt) {}

  private final int most;
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();

  KeptSettlements(int most) {
    this.most = most;
  }

  /**
   * Keeps a settlement. It is as good as done then: nothing that the caller could do would help it
   * along. One that there is no room for is lost, and the charge stands.
   */
  Settlement keep(String reservation, long cost, long now) {
    if (kept.size() >= most && !kept.containsKey(reservation)) {
      return Settlement.UNKNOWN;
    }
    return kept.putIfAbsent(reservation, new Kept(cost, now + KEPT_NANOS)) == null
        ? Settlement.SETTLED
        : Settlement.ALREADY_SETTLED;
  }

  /** Keeps one again that could not be sent. */
  void keepAgain(String reservation, Kept settlement) {
    kept.putIfAbsent(reservation, settlement);
  }

  boolean has(String reservation) {
    return kept.containsKey(reservation);
  }

  boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Forgets those whose time is over. */
  void expire(long now) {
    kept.values().removeIf(settlement -> settlement.endsAt <= now);
  }

  /** Takes some of a kind out, to be sent; returns whether there were any. */
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
