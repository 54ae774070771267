package com.throttlex.server.compat;

import com.throttlex.server.admin.AdminAnswer;
import com.throttlex.server.admin.AdminCall;
import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.admin.ProblemException;
import com.throttlex.server.admin.Route;
import com.throttlex.server.admin.ServiceRoutes;
import com.throttlex.server.admin.TopReport;
import com.throttlex.server.admin.TopRoute;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Checks, rules and metrics in the form of {@code /throttle}. */
final class ThrottleRoutes {
  private static final int TOP = 10;

  private final AdminServices parts;
  private final CheckDoor checks;
  private final TrafficMetrics traffic;
  private final StatusRoutes status;

  ThrottleRoutes(AdminServices parts, CheckDoor checks, TrafficMetrics traffic) {
    this.parts = parts;
    this.checks = checks;
    this.traffic = traffic;
    status = new StatusRoutes(parts);
  }

  AdminAnswer check(AdminCall call) {
    return checks.check(call.request().headers(), call.text());
  }

  /** Returns a handler that changes a rule, or creates it. */
  Route.Handler put(Route.Handler create, Route.Handler replace) {
    ManagedRules rules = parts.rules();
    return call -> {
      rules.follow();
      String id = call.variable("id");
      boolean exists = rules.find(id).isPresent();
      if (exists || call.header("If-Match") != null) {
        return replace.answer(call);
      }
      JsonObject sent = call.json();
      String name = sent.containsKey("rule_id") ? "rule_id" : "id";
      if (sent.containsKey(name) && !id.equals(sent.getValue(name))) {
        String expected = " (expected: " + id + ", as in the path, or none)";
        throw ProblemException.of(422, List.of(name + ": " + sent.getValue(name) + expected));
      }
      return create.answer(call.with(sent.put(name, id)));
    };
  }

  AdminAnswer metrics(AdminCall call) {
    TopReport top = parts.top().report(TOP);
    return AdminAnswer.ok(
        traffic
            .json()
            .put("health", ServiceRoutes.json(parts.health().get()))
            .put(
                "topKeys",
                new JsonObject()
                    .put("heaviest", TopRoute.json(top.heaviest()))
                    .put("mostDenied", TopRoute.json(top.mostDenied())))
            .mergeIn(status.metrics()));
  }
}
