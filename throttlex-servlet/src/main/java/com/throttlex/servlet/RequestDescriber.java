package com.throttlex.servlet;

import com.throttlex.request.RequestContextBuilder;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/** Adds fields to a request that only the application knows. */
@FunctionalInterface
public interface RequestDescriber {
  /** Sets the user to the container's principal; a principal without a name counts as none. */
  RequestDescriber PRINCIPAL =
      (request, to) -> {
        Principal principal = request.getUserPrincipal();
        String name = principal == null ? null : principal.getName();
        to.user(name == null || name.isEmpty() ? null : name);
      };

  /** Adds the user, tier, priority, cost or attributes of a request. */
  void describe(HttpServletRequest request, RequestContextBuilder to);

  /** Returns a describer that calls this one and then another. */
  default RequestDescriber and(RequestDescriber other) {
    return (request, to) -> {
      describe(request, to);
      other.describe(request, to);
    };
  }
}
