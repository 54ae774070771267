package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Concurrency slots that were taken in this node only, by the reservation that releases them, with
 * the store's name for those that were taken there afterwards. Thread-safe.
 */
final class Slots {
  /** Concurrency slots of one counter. */
  record Part(Key key, int index, Limit limit, long cost, int rule) {
    static Part of(Charge charge) {
      Key key = Key.copyOf(charge.key());
      return new Part(key, charge.index(), charge.limit(), charge.cost(), charge.rule());
    }
  }

  /** All concurrency slots of one reservation. */
  record Taken(String reservation, List<Part> parts, long endsAt) {}

  private final int most;
  private final Map<String, Taken> here = new LinkedHashMap<>();
  private final Map<String, Taken> moving = new LinkedHashMap<>();
  private final Map<String, String> moved = new LinkedHashMap<>();

  Slots(int most) {
    this.most = most;
  }

  /** Adds slots; if there is no room, they are not moved to the store. */
  synchronized void add(Taken taken) {
    if (here.size() < most) {
      here.put(taken.reservation, taken);
    }
  }

  /** Adds all slots that the store does not have yet. */
  synchronized void addTo(Unreconciled units) {
    here.values().forEach(units::add);
    moving.values().forEach(units::add);
  }

  synchronized boolean isEmpty() {
    return here.isEmpty();
  }

  /** Returns some slots that match and are still held, to be taken in the store. */
  synchronized List<Taken> take(int some, long now, Predicate<Taken> which) {
    here.values().removeIf(taken -> taken.endsAt <= now);
    List<Taken> taken = here.values().stream().filter(which).limit(some).toList();
    for (Taken next : taken) {
      here.remove(next.reservation);
      moving.put(next.reservation, next);
    }
    return taken;
  }

  /** Records the store's name for the slots; returns false if they were released meanwhile. */
  synchronized boolean moved(Taken taken, String name) {
    if (moved.containsKey(taken.reservation)) {
      moving.remove(taken.reservation);
      return true;
    }
    if (moving.remove(taken.reservation) == null && here.remove(taken.reservation) == null) {
      return false;
    }
    if (moved.size() >= most) {
      moved.remove(moved.keySet().iterator().next());
    }
    moved.put(taken.reservation, name);
    return true;
  }

  /**
   * Records that the store has not taken the slots.
   *
   * @param again whether to try again later
   */
  synchronized void stayed(Taken taken, boolean again) {
    if (moving.remove(taken.reservation) != null && again) {
      here.put(taken.reservation, taken);
    }
  }

  /**
   * Records that the slots are released; returns the store's name for them, or null if it has none.
   */
  synchronized @Nullable String givenBack(String reservation) {
    here.remove(reservation);
    moving.remove(reservation);
    return moved.remove(reservation);
  }
}
