package com.throttlex.replay.suggest;

import com.throttlex.DecisionListener;
import com.throttlex.ThrottleX;
import com.throttlex.replay.suggest.KnownTraffic.Hit;
import com.throttlex.replay.suggest.KnownTraffic.Kind;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The clients that rules would deny in known traffic. */
final class DeniedClients {
  private record Client(String rule, String address) {}

  private final Map<Client, Boolean> denied = new HashMap<>();

  private DeniedClients() {}

  /** Decides all requests with the real engine. */
  static DeniedClients of(RuleBook rules, KnownTraffic traffic) {
    DeniedClients keys = new DeniedClients();
    ManualClock clock = new ManualClock(KnownTraffic.START);
    DecisionListener listener =
        (request, decision, verdicts) -> {
          for (int i = 0; i < verdicts.size(); i++) {
            Client client = new Client(verdicts.rule(i).id(), Objects.requireNonNull(request.ip()));
            keys.denied.merge(client, !verdicts.allowed(i), Boolean::logicalOr);
          }
        };
    try (ThrottleX engine = ThrottleX.of(rules, new MemoryStore(), clock, listener)) {
      for (Hit hit : traffic.hits()) {
        clock.sleep(hit.nanos() - clock.nanos());
        engine.check(hit.request());
      }
    }
    return keys;
  }

  /** Returns the share of clients of a kind that a rule denies; NaN if it applies to none. */
  double share(String rule, Kind kind) {
    long all = 0;
    long some = 0;
    for (Map.Entry<Client, Boolean> client : denied.entrySet()) {
      if (client.getKey().rule.equals(rule) && Kind.of(client.getKey().address) == kind) {
        all++;
        some += client.getValue() ? 1 : 0;
      }
    }
    return (double) some / all;
  }
}
