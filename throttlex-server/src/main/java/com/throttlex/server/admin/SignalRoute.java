package com.throttlex.server.admin;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.adaptive.Readings;
import com.throttlex.server.json.StrictJson;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Receives pushed health signals of services. */
final class SignalRoute {
  private static final int MOST = 100;
  private static final Readings NOTHING = Readings.of(Map.of());

  private final ThrottleX throttlex;

  SignalRoute(AdminServices parts) {
    throttlex = parts.throttlex();
  }

  /** Records all of the signals except stale ones, or none. */
  AdminAnswer push(AdminCall call) {
    long now = throttlex.nanos();
    List<HealthSignal> signals =
        read(StrictJson.objects(call.text(), MOST), TimeSource.instant(now));
    makeRoom(signals, now);
    int accepted = 0;
    for (HealthSignal signal : signals) {
      boolean taken =
          throttlex.adaptive().signal(signal.service(), signal.readings(), signal.at(), now);
      accepted += taken ? 1 : 0;
    }
    return AdminAnswer.json(
        202, new JsonObject().put("accepted", accepted).put("ignored", signals.size() - accepted));
  }

  private static List<HealthSignal> read(List<JsonObject> bodies, Instant now) {
    List<HealthSignal> signals = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < bodies.size(); i++) {
      String place = bodies.size() == 1 ? "" : "[" + i + "].";
      List<String> own = new ArrayList<>();
      signals.add(HealthSignal.read(bodies.get(i), now, own));
      own.forEach(problem -> problems.add(place + problem));
    }
    if (!problems.isEmpty()) {
      throw ProblemException.of(400, problems);
    }
    return signals;
  }

  /** Checks that there is room for all sources before any signal is recorded. */
  private void makeRoom(List<HealthSignal> signals, long now) {
    long stale = throttlex.rules().preamble().adaptive().staleAfter().toNanos();
    try {
      for (HealthSignal signal : signals) {
        if (now - signal.at() <= stale) {
          throttlex.adaptive().signal(signal.service(), NOTHING, now, now);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new ProblemException(400, String.valueOf(e.getMessage()));
    }
  }
}
