package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.Addresses;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a rule matches; an empty part matches all.
 *
 * @param endpoint the pattern that a path must match, or null
 * @param methods upper-case methods; {@code GET} also matches {@code HEAD}, because servers do the
 *     same work for it
 * @param services service names
 * @param attributes values that attributes must have
 * @param tiers tier names
 * @param priorities priority classes
 * @param users user names
 * @param ips normalised addresses and IPv6 networks; a request meets one if all bits that are known
 *     of both agree ({@link Addresses})
 * @param apiKeys digests of API keys ({@link SecretValue}); API keys in clear are replaced by their
 *     digests
 * @param subjects clients by user, address or API key
 */
public record Match(
    @Nullable EndpointPattern endpoint,
    Set<String> methods,
    Set<String> services,
    Map<String, String> attributes,
    Set<String> tiers,
    Set<Priority> priorities,
    Set<String> users,
    Set<String> ips,
    Set<String> apiKeys,
    SubjectNames subjects) {

  private static final KeyPart API_KEY = KeyPart.of(KeyPart.Kind.API_KEY);

  /** Matches every request. */
  public static final Match ALL = new Match(null, Set.of(), Set.of(), Map.of(), Set.of(), Set.of());

  public Match {
    methods = Ordered.set(each(methods, method -> method.toUpperCase(Locale.ROOT)));
    services = Ordered.set(services);
    attributes = Ordered.map(attributes);
    tiers = Ordered.set(tiers);
    priorities = Ordered.set(priorities);
    users = Ordered.set(users);
    ips = Ordered.set(each(ips, ip -> Addresses.canonical(ip, Addresses.ALL_BITS)));
    apiKeys = Ordered.set(each(apiKeys, SecretValue::masked));
  }

  /** Matches requests of any subject. */
  public Match(
      @Nullable EndpointPattern endpoint,
      Set<String> methods,
      Set<String> services,
      Map<String, String> attributes,
      Set<String> tiers,
      Set<Priority> priorities,
      Set<String> users,
      Set<String> ips,
      Set<String> apiKeys) {
    this(
        endpoint,
        methods,
        services,
        attributes,
        tiers,
        priorities,
        users,
        ips,
        apiKeys,
        SubjectNames.ANY);
  }

  /** Matches requests of any user, address and API key. */
  public Match(
      @Nullable EndpointPattern endpoint,
      Set<String> methods,
      Set<String> services,
      Map<String, String> attributes,
      Set<String> tiers,
      Set<Priority> priorities) {
    this(endpoint, methods, services, attributes, tiers, priorities, Set.of(), Set.of(), Set.of());
  }

  private static Set<String> each(Set<String> texts, UnaryOperator<String> spelling) {
    return texts.stream().map(spelling).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Matches the requests whose path matches the pattern. */
  public static Match endpoint(String pattern) {
    return new Match(
        EndpointPattern.parse(pattern), Set.of(), Set.of(), Map.of(), Set.of(), Set.of());
  }

  /** Returns this match with other subjects. */
  public Match with(SubjectNames others) {
    return new Match(
        endpoint, methods, services, attributes, tiers, priorities, users, ips, apiKeys, others);
  }

  /** Returns whether it has no part except perhaps an endpoint. */
  boolean isUnconditional() {
    return methods.isEmpty()
        && tiers.isEmpty()
        && priorities.isEmpty()
        && attributes.isEmpty()
        && ips.isEmpty()
        && subjects.isEmpty()
        && exact().isEmpty();
  }

  /**
   * Returns the parts of a request that must have one of a few values, in the form that keys have.
   * Parts that distinguish most requests come first. Addresses are represented by their regions,
   * unless one has no region.
   */
  Map<KeyPart, Set<String>> exact() {
    Map<KeyPart, Set<String>> exact = new LinkedHashMap<>();
    exact.put(KeyPart.of(KeyPart.Kind.USER), users);
    exact.put(API_KEY, apiKeys);
    exact.put(KeyPart.of(KeyPart.Kind.IP), regions(ips));
    exact.put(KeyPart.of(KeyPart.Kind.SERVICE), services);
    exact.values().removeIf(Set::isEmpty);
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      if (!attribute.getKey().isEmpty()) {
        KeyPart part = new KeyPart(KeyPart.Kind.ATTRIBUTE, attribute.getKey());
        exact.put(part, Set.of(part.inKeys(attribute.getValue())));
      }
    }
    return exact;
  }

  static Set<String> regions(Set<String> ips) {
    Set<String> regions = new LinkedHashSet<>();
    for (String ip : ips) {
      String region = Addresses.region(ip);
      if (region == null) {
        return Set.of();
      }
      regions.add(region);
    }
    return regions;
  }

  /**
   * Returns the name in the rule file of the part that a request of that tier does not meet; null
   * if it meets all parts except perhaps the endpoint.
   */
  @Nullable String unmet(RequestContext request, @Nullable String tier) {
    if (!contains(methods, request.method()) && !isHeadOfGet(request.method())) {
      return "methods";
    }
    if (!contains(services, request.service())) {
      return "services";
    }
    if (!contains(users, request.user())) {
      return "users";
    }
    if (!ips.isEmpty() && among(ips, request.ip()) == null) {
      return "ips";
    }
    if (!apiKeys.isEmpty() && !contains(apiKeys, API_KEY.value(request))) {
      return "api-keys";
    }
    if (!subjects.isEmpty() && subjects.value(request) == null) {
      return "subjects";
    }
    if (!contains(tiers, tier)) {
      return "tiers";
    }
    if (!contains(priorities, request.priority())) {
      return "priorities";
    }
    return attributes.isEmpty() || hasAttributes(request) ? null : "attributes";
  }

  /** Returns which of these an address is, as far as its bits are known; null if none. */
  static @Nullable String among(Set<String> addresses, @Nullable String ip) {
    if (ip != null && addresses.contains(ip)) {
      return ip;
    }
    if (ip != null && !Addresses.isIpv4(ip)) {
      for (String wanted : addresses) {
        if (Addresses.overlap(wanted, ip)) {
          return wanted;
        }
      }
    }
    return null;
  }

  private static <T> boolean contains(Set<T> set, @Nullable T value) {
    return set.isEmpty() || (value != null && set.contains(value));
  }

  private boolean isHeadOfGet(@Nullable String method) {
    return "HEAD".equals(method) && methods.contains("GET");
  }

  private boolean hasAttributes(RequestContext request) {
    for (Map.Entry<String, String> wanted : attributes.entrySet()) {
      if (!wanted.getValue().equals(request.attribute(wanted.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** Returns all parts that are not empty. */
  @Override
  public String toString() {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("endpoint", endpoint == null ? Set.of() : endpoint);
    parts.put("methods", methods);
    parts.put("services", services);
    parts.put("attributes", attributes);
    parts.put("tiers", tiers);
    parts.put("priorities", priorities);
    parts.put("users", users);
    parts.put("ips", ips);
    parts.put("apiKeys", apiKeys);
    parts.put("subjects", subjects.names());
    parts.values().removeIf(part -> part.equals(Set.of()) || part.equals(Map.of()));
    return "Match" + parts;
  }
}
