package com.throttlex.servlet;

import com.throttlex.request.RequestContextBuilder;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;

/** Adds to what is known of a request what only the application can tell. */
@FunctionalInterface
public interface RequestDescriber {
  /** The user is the principal that the container knows; one without a name is nobody. */
  RequestDescriber PRINCIPAL =
      (request, to) -> {
        Principal principal = request.getUserPrincipal();
        String name = principal == null ? null : principal.getName();
        to.user(name == null || name.isEmpty() ? null : name);
      };

  /** Describes a request: its user, tier, priority, cost or attributes. */
  void describe(HttpServletRequest request, RequestContextBuilder to);

  /** Describes by this and then by another. */
  default RequestDescriber and(RequestDescriber other) {
    return (request, to) -> {
      describe(request, to);
      other.describe(request, to);
    };
  }
}
