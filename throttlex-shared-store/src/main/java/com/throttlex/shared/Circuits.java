package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Places;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Breaker} for each place of a store. It is created when the place is first seen and
 * removed when the place no longer exists.
 *
 * <p>Only the breakers belong to a place. Decisions in fallback are recorded by key, so they stay
 * valid if the key moves to another place.
 */
final class Circuits {
  private final Places places;
  private final Function<String, Breaker> maker;
  private final GuardListener listener;
  private final Map<String, Breaker> breakers = new ConcurrentHashMap<>();
  private final @Nullable Breaker only;
  private boolean ended;

  Circuits(Places places, GuardListener listener, Function<String, Breaker> maker) {
    this.places = places;
    this.listener = listener;
    this.maker = maker;
    follow();
    only = places == Places.ONE ? breakers.get("") : null;
  }

  Circuit of(Charges charges) {
    return only == null ? of(places.of(charges)) : only;
  }

  Circuit of(Key key) {
    return only == null ? of(places.of(key)) : only;
  }

  Circuit ofReservation(String reservation) {
    return only == null ? of(places.ofReservation(reservation)) : only;
  }

  private Circuit of(List<String> needed) {
    return needed.size() == 1
        ? breaker(needed.get(0))
        : new SeveralCircuits(needed.stream().map(this::breaker).toList(), listener);
  }

  private Breaker breaker(String place) {
    Breaker known = breakers.get(place);
    return known == null ? newBreaker(place) : known;
  }

  private synchronized Breaker newBreaker(String place) {
    follow();
    return breakers.computeIfAbsent(place, this::made);
  }

  private Breaker made(String place) {
    Breaker breaker = maker.apply(place);
    if (ended) {
      breaker.end();
    }
    return breaker;
  }

  /** Creates breakers for new places and removes those of places that no longer exist. */
  private synchronized void follow() {
    Set<String> all = Set.copyOf(places.all());
    breakers.keySet().stream().filter(place -> !all.contains(place)).toList().forEach(this::drop);
    all.forEach(place -> breakers.computeIfAbsent(place, this::made));
  }

  /** Removes the breaker of a place that no longer exists. */
  synchronized void drop(String place) {
    Breaker breaker = breakers.remove(place);
    if (breaker != null) {
      breaker.drop();
    }
  }

  /** Returns whether the circuits of all places are open. */
  boolean areAllOpen() {
    return breakers.values().stream().noneMatch(Breaker::isClosed);
  }

  /** Returns the breakers of all places, by the names of the places. */
  Map<String, Breaker> all() {
    follow();
    return new TreeMap<>(breakers);
  }

  /** Returns the state that is furthest from closed. */
  BreakerState worst() {
    return breakers.values().stream()
        .map(Breaker::state)
        .max(Comparator.naturalOrder())
        .orElse(BreakerState.CLOSED);
  }

  /** Stops the trials of all places. */
  synchronized void end() {
    ended = true;
    breakers.values().forEach(Breaker::end);
  }
}
