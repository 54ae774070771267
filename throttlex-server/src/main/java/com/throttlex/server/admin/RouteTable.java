package com.throttlex.server.admin;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All routes; finds the route of a request.
 *
 * <p>Literal segments are compared as sent: a route has one spelling. A {@code HEAD} is a {@code
 * GET} whose answer is sent without its body.
 */
record RouteTable(List<Route> routes) {
  RouteTable {
    routes = List.copyOf(routes);
  }

  /**
   * A route and its variables, undecoded.
   *
   * @param variables by name
   */
  record Found(Route route, Map<String, String> variables) {}

  @Nullable Found find(String method, String path) {
    String sought = method.equals("HEAD") ? "GET" : method;
    List<String> segments = Route.segments(path);
    for (Route route : routes) {
      Map<String, String> variables = route.variables(segments);
      if (variables != null && route.method().equals(sought)) {
        return new Found(route, variables);
      }
    }
    return null;
  }

  /** Returns the methods of a path, as in an {@code Allow} header. */
  String allowed(String path) {
    List<String> segments = Route.segments(path);
    TreeSet<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (route.variables(segments) != null) {
        methods.add(route.method());
      }
    }
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return String.join(", ", methods);
  }
}
