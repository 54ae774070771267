package com.throttlex.server;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.server.admin.AdminAnswer;
import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.admin.Route;
import com.throttlex.server.compat.CompatRoutes;
import com.throttlex.server.compat.DenialKeys;
import com.throttlex.server.compat.PolicyGauges;
import com.throttlex.server.compat.TrafficMetrics;
import com.throttlex.server.http.DirectChecks;
import com.throttlex.server.http.HttpDoor;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of the running service that other API styles need. */
final class CompatServices {
  private final ThrottleX throttlex;
  private final PrometheusMeterRegistry registry;
  private final TrafficMetrics traffic;
  private final PolicyGauges gauges;
  private final DenialKeys denialKeys = new DenialKeys();

  CompatServices(ThrottleX throttlex, PrometheusMeterRegistry registry) {
    this.throttlex = throttlex;
    this.registry = registry;
    traffic = new TrafficMetrics(registry);
    gauges = new PolicyGauges(throttlex, registry);
  }

  /** Runs the tasks of every second. */
  void tick() {
    traffic.tick();
  }

  /** Returns all metrics in the text format of Prometheus; may block. */
  String scrape() {
    gauges.refresh();
    return registry.scrape();
  }

  /** Returns the key that a denial names, or null. */
  @Nullable String denialKey(Decision denial) {
    return denialKeys.of(denial, throttlex.rules());
  }

  /** Returns the given routes of the admin plane, and those of other styles. */
  List<Route> routes(List<Route> own, AdminServices services, HttpDoor.Parts door) {
    DirectChecks checks = new DirectChecks(door);
    return CompatRoutes.over(
        own,
        services,
        (headers, body) -> {
          DirectChecks.Reply reply = checks.answer(headers, body);
          return new AdminAnswer(reply.status(), reply.type(), reply.body(), reply.headers());
        },
        traffic);
  }
}
