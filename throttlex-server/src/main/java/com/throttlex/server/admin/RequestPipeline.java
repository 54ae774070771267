package com.throttlex.server.admin;

import com.throttlex.Decision;
import com.throttlex.TimeSource;
import com.throttlex.server.access.AdminAccess;
import com.throttlex.server.access.Origins;
import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps from an admin request to its answer: credential, admin limits, route, role, handler.
 * The credential comes first, so a client without one learns only about public routes.
 */
final class RequestPipeline {
  private static final Logger LOG = LoggerFactory.getLogger(RequestPipeline.class);

  private final RouteTable routes;
  private final AdminAccess admins;
  private final AdminLimits gate;
  private final TimeSource time;

  RequestPipeline(RouteTable routes, AdminAccess admins, AdminLimits gate, TimeSource time) {
    this.routes = routes;
    this.admins = admins;
    this.gate = gate;
    this.time = time;
  }

  /** Returns an answer in every case; may block. */
  AdminAnswer answer(Incoming request) {
    AdminAnswer answer;
    try {
      RouteTable.Found found = routes.find(request.method(), request.path());
      answer =
          found != null && found.route().role() == null
              ? handled(request, found, null)
              : answered(request, found);
    } catch (RuntimeException e) {
      answer = AdminFailures.answer(e, request.requestId(), time.nanos());
    }
    return answer.with("X-Request-Id", request.requestId());
  }

  /**
   * The permission of a client, known before the body of its request is read.
   *
   * @param refusal the answer to an unknown client; null for an administrator
   * @param mayUse whether the role of the administrator is enough for the route
   */
  record Permission(@Nullable AdminAnswer refusal, boolean mayUse) {}

  Permission permission(Incoming head, Route route) {
    Role needed = route.role();
    try {
      Admin admin = admins.admit(head.headers().get("Authorization"), head::address);
      return new Permission(null, needed == null || admin.role().includes(needed));
    } catch (RuntimeException e) {
      AdminAnswer refusal = AdminFailures.answer(e, head.requestId(), time.nanos());
      return new Permission(refusal.with("X-Request-Id", head.requestId()), false);
    }
  }

  /**
   * Work that began for a client before its body is read.
   *
   * @param value null if it may not
   * @param refusal the answer, if it is known already
   */
  record Begun<T>(@Nullable T value, @Nullable AdminAnswer refusal) {}

  /** Begins something for an administrator who may use the route. */
  <T> Begun<T> begin(Incoming head, Route route, Supplier<T> work) {
    Permission permission = permission(head, route);
    try {
      return new Begun<>(permission.mayUse() ? work.get() : null, permission.refusal());
    } catch (RuntimeException e) {
      AdminAnswer refusal = AdminFailures.answer(e, head.requestId(), time.nanos());
      return new Begun<>(null, refusal.with("X-Request-Id", head.requestId()));
    }
  }

  private AdminAnswer answered(Incoming request, RouteTable.@Nullable Found found) {
    requireOwnOrigin(request);
    Admin admin = admins.admit(request.headers().get("Authorization"), request::address);
    boolean write = found == null ? !isRead(request.method()) : found.route().writes();
    boolean counts = found == null || found.route().counts();
    Decision decision = counts ? gate.count(admin, write) : null;
    AdminAnswer answer;
    try {
      answer = found == null ? missing(request) : handled(request, found, admin);
    } catch (RuntimeException e) {
      answer = AdminFailures.answer(e, request.requestId(), time.nanos());
    }
    if (found != null) {
      log(request, found.route(), admin, answer);
    }
    return decision == null ? answer : answer.with(AdminDenial.headers(decision));
  }

  /** Rejects requests that a page of another site makes a browser send. */
  private static void requireOwnOrigin(Incoming request) {
    if (Origins.isForeign(request.headers(), request.authority())) {
      throw new ProblemException(
          403, "Origin: another site (expected: no Origin, or that of this service)");
    }
  }

  private static boolean isRead(String method) {
    return method.equals("GET") || method.equals("HEAD");
  }

  private AdminAnswer missing(Incoming request) {
    String allowed = routes.allowed(request.path());
    if (allowed.isEmpty()) {
      throw new ProblemException(404, "path: unknown (expected: one of those in /openapi.yaml)");
    }
    String detail = "method: " + request.method() + " (expected: one of " + allowed + ")";
    return new ProblemException(405, detail).answer(time.nanos()).with("Allow", allowed);
  }

  private AdminAnswer handled(Incoming request, RouteTable.Found found, @Nullable Admin admin) {
    Role role = found.route().role();
    if (role != null) {
      AdminAccess.require(role, Objects.requireNonNull(admin));
    }
    Map<String, String> variables = new LinkedHashMap<>();
    found.variables().forEach((name, raw) -> variables.put(name, PercentText.decode(name, raw)));
    AdminCall call = new AdminCall(request, variables, admin, time.now());
    return found.route().handler().answer(call);
  }

  // The template and not the path, which can contain the API key of a counter.
  private static void log(Incoming request, Route route, Admin admin, AdminAnswer answer) {
    if (route.writes()) {
      LOG.atInfo()
          .addKeyValue("requestId", request.requestId())
          .addKeyValue("admin", admin.name())
          .addKeyValue("method", route.method())
          .addKeyValue("route", route.path())
          .addKeyValue("status", answer.status())
          .log("admin write");
    }
  }
}
