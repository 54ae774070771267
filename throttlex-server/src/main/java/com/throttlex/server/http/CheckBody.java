package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The members of one check as they were sent, and what was wrong with them. */
final class CheckBody {
  @Nullable String user;
  @Nullable String ip;
  @Nullable String apiKey;
  @Nullable String endpoint;
  @Nullable String method;
  @Nullable String service;
  @Nullable String tier;
  @Nullable String priority;
  @Nullable String identifier;
  @Nullable String dimension;
  @Nullable String idempotencyKey;

  /** The ticket of a request that comes from a queue and is not to be queued again. */
  @Nullable String ticket;

  @Nullable Long cost;
  boolean reserve;
  Map<String, String> attributes = Map.of();
  final List<String> problems = new ArrayList<>(0);

  /**
   * The request, in which the caller's headers fill what the body leaves open.
   *
   * @throws InvalidRequestException with every problem
   */
  RequestContext context(Caller caller, int ipv6Prefix) {
    identify();
    RequestContextBuilder request = RequestContext.builder().ipv6Prefix(ipv6Prefix);
    caller.describe(
        request.user(user).apiKey(apiKey).tier(tier).idempotencyKey(idempotencyKey), this);
    request.ip(ip).endpoint(endpoint).method(method).service(service).reserve(reserve);
    if (cost != null) {
      request.cost(cost);
    }
    if (!attributes.isEmpty()) {
      attributes.forEach(request::attribute);
    }
    try {
      request.priority(priority == null ? null : Priority.parse(priority));
    } catch (InvalidRequestException e) {
      problems.addAll(e.problems());
    }
    return build(request);
  }

  private RequestContext build(RequestContextBuilder request) {
    try {
      RequestContext context = request.build();
      if (problems.isEmpty()) {
        return context;
      }
    } catch (InvalidRequestException e) {
      problems.addAll(e.problems());
    }
    throw new InvalidRequestException(problems);
  }

  /** Adds an attribute; false when it was there. */
  boolean attribute(String name, String value) {
    if (attributes.isEmpty()) {
      attributes = new LinkedHashMap<>();
    }
    return attributes.put(name, value) == null;
  }

  /** Puts the identifier where its dimension says. */
  private void identify() {
    if (identifier == null) {
      if (dimension != null && !dimension.equals("GLOBAL")) {
        problems.add("identifier: missing (expected: a text, as there is a dimension)");
      }
      return;
    }
    switch (dimension == null ? "USER" : dimension) {
      case "USER" -> user = only("user", user, identifier);
      case "IP" -> ip = only("ip", ip, identifier);
      case "API_KEY" -> apiKey = only("apiKey", apiKey, identifier);
      case "GLOBAL" -> {}
      default ->
          problems.add(
              "dimension: \"" + shown(dimension) + "\" (expected: USER, IP, API_KEY or GLOBAL)");
    }
  }

  private @Nullable String only(String name, @Nullable String named, String identified) {
    if (named != null && !named.equals(identified)) {
      problems.add("identifier conflicts with " + name + "; send only one");
    }
    return identified;
  }

  private static String shown(@Nullable String text) {
    return ShownText.plain(String.valueOf(text));
  }
}
