package com.throttlex.server.admin;

import static com.throttlex.server.identity.Role.EDITOR;
import static com.throttlex.server.identity.Role.VIEWER;

import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The queues of denied requests on the admin port, with the paths of the data port.
 *
 * <p>Workers change queues often, so these calls do not count against the administrator and are not
 * logged. The audit trail has every change.
 */
public final class QueueRoutes {
  private static final String QUEUE = "/api/v1/queue/{service}";
  private static final String UNCONFIRMED =
      "queues: the call is not confirmed; read the queue before you retry";

  private final List<Route> routes = new ArrayList<>();

  /** Changes the queue of a service for an administrator. */
  public interface Change {
    /** Returns the answer; throws an exception if the body is not as expected. */
    CompletionStage<JsonObject> on(String actor, String service, JsonObject body);
  }

  /** Adds a route that reads the queue of a service. */
  public QueueRoutes read(String operation, Function<String, CompletionStage<JsonObject>> work) {
    routes.add(Route.read(VIEWER, QUEUE + operation, call -> answer(work.apply(service(call)))));
    return this;
  }

  /** Adds a route that changes the queue of a service. */
  public QueueRoutes change(String operation, Change work) {
    Route.Handler handler = call -> answer(work.on(call.actor(), service(call), call.json()));
    routes.add(new Route("POST", QUEUE + operation, EDITOR, false, false, handler));
    return this;
  }

  /** Returns the given routes and these. */
  public List<Route> after(List<Route> others) {
    List<Route> all = new ArrayList<>(others);
    all.addAll(routes);
    return all;
  }

  private static AdminAnswer answer(CompletionStage<JsonObject> stage) {
    return AdminAnswer.ok(StoreWait.result(stage, UNCONFIRMED));
  }

  /** Returns the service of the path, checked as that of a request. */
  private static String service(AdminCall call) {
    String named = call.variable("service");
    return Objects.requireNonNull(RequestContext.builder().service(named).build().service());
  }
}
