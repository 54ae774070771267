package com.throttlex.rule;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a rule speaks of; an empty part speaks of all.
 *
 * @param endpoint the pattern a path must match, or null
 * @param methods upper-case methods
 * @param services service names
 * @param attributes values that attributes must have
 * @param tiers tier names
 * @param priorities priority classes
 */
public record Match(
    @Nullable EndpointPattern endpoint,
    Set<String> methods,
    Set<String> services,
    Map<String, String> attributes,
    Set<String> tiers,
    Set<Priority> priorities) {

  /** Matches every request. */
  public static final Match ALL = new Match(null, Set.of(), Set.of(), Map.of(), Set.of(), Set.of());

  public Match {
    methods = Ordered.set(upperCase(methods));
    services = Ordered.set(services);
    attributes = Ordered.map(attributes);
    tiers = Ordered.set(tiers);
    priorities = Ordered.set(priorities);
  }

  private static Set<String> upperCase(Set<String> methods) {
    return methods.stream()
        .map(method -> method.toUpperCase(Locale.ROOT))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Matches the requests whose path matches the pattern. */
  public static Match endpoint(String pattern) {
    return new Match(
        EndpointPattern.parse(pattern), Set.of(), Set.of(), Map.of(), Set.of(), Set.of());
  }

  /** Whether nothing is asked for but perhaps an endpoint. */
  boolean isUnconditional() {
    return new Match(null, methods, services, attributes, tiers, priorities).equals(ALL);
  }

  /**
   * The part of the match, by its name in the rule file, that a request of that tier does not meet;
   * null when it meets all but perhaps the endpoint.
   */
  @Nullable String unmet(RequestContext request, @Nullable String tier) {
    if (!contains(methods, request.method())) {
      return "methods";
    }
    if (!contains(services, request.service())) {
      return "services";
    }
    if (!contains(tiers, tier)) {
      return "tiers";
    }
    if (!contains(priorities, request.priority())) {
      return "priorities";
    }
    return attributes.isEmpty() || hasAttributes(request) ? null : "attributes";
  }

  private static <T> boolean contains(Set<T> set, @Nullable T value) {
    return set.isEmpty() || (value != null && set.contains(value));
  }

  private boolean hasAttributes(RequestContext request) {
    for (Map.Entry<String, String> wanted : attributes.entrySet()) {
      if (!wanted.getValue().equals(request.attribute(wanted.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
