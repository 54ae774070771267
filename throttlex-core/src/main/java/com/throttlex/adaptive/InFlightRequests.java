package com.throttlex.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests in flight that have a reservation: how long they take, and how many slots of each
 * adaptive concurrency rule are in use.
 *
 * <p>Bounded: when there are too many, further ones are not tracked.
 */
final class InFlightRequests {
  private static final int MOST = 100_000;

  /**
   * A request in flight.
   *
   * @param source the service that it calls
   * @param rules the tracked rules whose concurrency slots it holds
   */
  record Flight(String reservation, String source, List<String> rules, long began, long ends) {}

  private static final class Lane {
    private final TrafficWindow traffic = new TrafficWindow();
    private final AtomicLong peak = new AtomicLong();
    private volatile boolean refused;

    /** A limit that denied a request was fully used, as far as its priority class may. */
    Traffic look(long limit) {
      long most = peak.getAndSet(0);
      boolean reached = refused;
      refused = false;
      return traffic.look(reached ? Math.max(most, limit) : most);
    }
  }

  private final Map<String, Flight> flights = new ConcurrentHashMap<>();
  private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

  void begin(Flight flight) {
    if (flights.size() < MOST) {
      flights.putIfAbsent(flight.reservation, flight);
    }
  }

  /** Returns the request that has ended, or null if it was not tracked. */
  @Nullable Flight end(String reservation, Outcome outcome, long now) {
    Flight flight = flights.remove(reservation);
    if (flight != null) {
      leave(flight, outcome, now);
    }
    return flight;
  }

  private void leave(Flight flight, Outcome outcome, long now) {
    for (String rule : flight.rules) {
      lane(rule).traffic.ended(now - flight.began, outcome);
    }
  }

  /**
   * Removes requests that should have ended by now.
   *
   * @param lost whether they count as dropped; otherwise they may have ended at another node
   */
  List<Flight> giveUp(long now, boolean lost) {
    List<Flight> given = new ArrayList<>();
    for (Flight flight : List.copyOf(flights.values())) {
      if (flight.ends <= now && flights.remove(flight.reservation, flight)) {
        given.add(flight);
        leave(flight, lost ? Outcome.DROPPED : Outcome.UNKNOWN, now);
      }
    }
    return given;
  }

  /** Records the number of slots of a rule in use under one key, according to the store. */
  void inUse(String rule, long slots, boolean refused) {
    Lane lane = lane(rule);
    lane.peak.accumulateAndGet(slots, Math::max);
    if (refused) {
      lane.refused = true;
    }
  }

  /** Returns the traffic of a rule under that limit since the last call. */
  Traffic look(String rule, long limit) {
    return lane(rule).look(limit);
  }

  private Lane lane(String rule) {
    return lanes.computeIfAbsent(rule, id -> new Lane());
  }
}
