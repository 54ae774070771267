package com.throttlex.proxy.waiting;

import com.throttlex.Decision;
import com.throttlex.QueueKey;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Wakes the lines that may get what an admitted request gives back. Thread-safe. */
final class SettledWakeups {
  private final ThrottleX engine;
  private final Lines lines;
  private final Map<String, RequestContext> reserved = new ConcurrentHashMap<>();

  SettledWakeups(ThrottleX engine, Lines lines) {
    this.engine = engine;
    this.lines = lines;
  }

  /** Remembers a request until its reservation is settled, if it has one. */
  void decided(RequestContext request, Decision decision) {
    String reservation = decision.reservation();
    // A repeated request has the reservation of the first one, which may be settled already.
    if (reservation != null && request.idempotencyKey() == null) {
      reserved.put(reservation, request);
    }
  }

  /** Wakes the lines that wait for units of a key of the request with that reservation. */
  void settled(String reservation) {
    RequestContext request = reserved.remove(reservation);
    if (request != null && !lines.isEmpty()) {
      for (QueueKey key : engine.queueKeys(request)) {
        LineTurns waits = lines.turns(key.text());
        if (waits != null) {
          waits.runLater();
        }
      }
    }
  }

  @Override
  public String toString() {
    return reserved.size() + " reservations";
  }
}
