package com.throttlex.server.compat;

import static com.throttlex.server.identity.Role.ADMIN;
import static com.throttlex.server.identity.Role.EDITOR;
import static com.throttlex.server.identity.Role.VIEWER;

import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.admin.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The routes of other API styles: {@code /admin}, {@code /throttle}, and rules in flat form. */
public final class CompatRoutes {
  private static final String RULES = "/api/v1/rules";
  private static final String RULE = "/api/v1/rules/{id}";

  private final AdminServices parts;
  private final List<Route> routes = new ArrayList<>();

  private CompatRoutes(AdminServices parts) {
    this.parts = parts;
  }

  /** Returns the given routes, which also speak other styles, and the routes of those styles. */
  public static List<Route> over(
      List<Route> own, AdminServices parts, CheckDoor checks, TrafficMetrics traffic) {
    CompatRoutes table = new CompatRoutes(parts);
    table.flatRules(own);
    table.admin(new StatusRoutes(parts), new PolicyRoutes(parts));
    table.throttle(new ThrottleRoutes(parts, checks, traffic));
    return table.routes;
  }

  private void flatRules(List<Route> own) {
    FlatRuleRoutes flat = new FlatRuleRoutes(parts.rules());
    Set<String> spoken = Set.of("GET " + RULES, "POST " + RULES, "GET " + RULE, "PUT " + RULE);
    for (Route route : own) {
      boolean speaks = spoken.contains(route.method() + " " + route.path());
      routes.add(speaks ? route.with(flat.over(route.handler())) : route);
    }
  }

  private void admin(StatusRoutes status, PolicyRoutes policies) {
    routes.add(Route.read(VIEWER, "/admin/status", status::status));
    routes.add(Route.read(VIEWER, "/admin/metrics", status::metrics));
    routes.add(Route.read(VIEWER, "/admin/metrics/{key}", status::keyMetrics));
    routes.add(Route.write(ADMIN, "POST", "/admin/reset/{key}", status::reset));
    routes.add(Route.read(VIEWER, "/admin/policies", policies::list));
    routes.add(Route.write(EDITOR, "POST", "/admin/policies", policies::create));
    routes.add(Route.read(VIEWER, "/admin/policies/{key}", policies::read));
    routes.add(Route.write(EDITOR, "PUT", "/admin/policies/{key}", policies::replace));
    routes.add(Route.write(EDITOR, "DELETE", "/admin/policies/{key}", policies::delete));
  }

  /**
   * Checks are frequent, so they do not count against the administrator, and are not logged. They
   * charge counters, so a viewer may not send them.
   */
  private void throttle(ThrottleRoutes throttle) {
    routes.add(new Route("POST", "/throttle/check", EDITOR, false, false, throttle::check));
    routes.add(Route.read(VIEWER, "/throttle/rules", handler("GET", RULES)));
    routes.add(
        Route.write(
            EDITOR,
            "PUT",
            "/throttle/rules/{id}",
            throttle.put(handler("POST", RULES), handler("PUT", RULE))));
    routes.add(Route.read(VIEWER, "/throttle/metrics", throttle::metrics));
  }

  private Route.Handler handler(String method, String path) {
    return routes.stream()
        .filter(route -> route.method().equals(method) && route.path().equals(path))
        .findFirst()
        .orElseThrow()
        .handler();
  }
}
