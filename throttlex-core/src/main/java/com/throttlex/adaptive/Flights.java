package com.throttlex.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests under way that hold something, known by their reservations: how many there are under
 * each rule whose slots are moved, and how long they take.
 *
 * <p>Bounded: when there are too many, further ones are not watched.
 */
final class Flights {
  private static final int MOST = 100_000;

  /**
   * A request under way.
   *
   * @param source whom it asks
   * @param rules the watched rules whose slots it holds
   */
  record Flight(String reservation, String source, List<String> rules, long began, long ends) {}

  private static final class Lane {
    private final TrafficWindow traffic = new TrafficWindow();
    private final AtomicLong now = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private volatile boolean refused;

    void begin() {
      peak.accumulateAndGet(now.incrementAndGet(), Math::max);
    }

    /** A limit that has refused somebody was reached, though a class may not use all of it. */
    Traffic look(long limit) {
      long most = peak.getAndSet(now.get());
      boolean reached = refused;
      refused = false;
      return traffic.look(reached ? Math.max(most, limit) : most);
    }
  }

  private final Map<String, Flight> flights = new ConcurrentHashMap<>();
  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

  void begin(Flight flight) {
    if (flights.size() < MOST && flights.putIfAbsent(flight.reservation, flight) == null) {
      flight.rules.forEach(rule -> lane(rule).begin());
    }
  }

  /**
   * The request that has ended, or null when it was not watched.
   *
   * @param outcome what came of it; null when it was never begun
   */
  @Nullable Flight end(String reservation, @Nullable Outcome outcome, long now) {
    Flight flight = flights.remove(reservation);
    if (flight != null) {
      leave(flight, outcome, now);
    }
    return flight;
  }

  private void leave(Flight flight, @Nullable Outcome outcome, long now) {
    for (String rule : flight.rules) {
      lane(rule).now.decrementAndGet();
      if (outcome != null) {
        lane(rule).traffic.ended(now - flight.began, outcome);
      }
    }
  }

  /**
   * Gives up those that should have ended by now.
   *
   * @param lost whether they were dropped; or else they may have ended at another node
   */
  List<Flight> giveUp(long now, boolean lost) {
    List<Flight> given = new ArrayList<>();
    for (Flight flight : List.copyOf(flights.values())) {
      if (flight.ends <= now && flights.remove(flight.reservation, flight)) {
        given.add(flight);
        leave(flight, lost ? Outcome.DROPPED : null, now);
      }
    }
    return given;
  }

  /** A rule had no slot for a request. */
  void refused(String rule) {
    lane(rule).refused = true;
  }

  /** What was seen of a rule's requests under that limit since the last look. */
  Traffic look(String rule, long limit) {
    return lane(rule).look(limit);
  }

  private Lane lane(String rule) {
    return lanes.computeIfAbsent(rule, id -> new Lane());
  }
}
