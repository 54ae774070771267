package com.throttlex.server.admin;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All routes, and which of them a request is for.
 *
 * <p>Literal segments are compared as they were sent: there is one spelling of a route. A {@code
 * HEAD} is a {@code GET} whose answer goes out without its body.
 */
record RouteTable(List<Route> routes) {
  RouteTable {
    routes = List.copyOf(routes);
  }

  /**
   * A route and the undecoded values of its variables.
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

  /** The methods that the path can be asked with, as in an {@code Allow} header. */
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
