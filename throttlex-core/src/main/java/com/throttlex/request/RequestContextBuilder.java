package com.throttlex.request;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A builder of a {@link RequestContext}. Null is an absent field; an empty text is an error.
 *
 * <p>Nothing is checked before {@link #build}, which reports all problems at once.
 */
public final class RequestContextBuilder {
  @Nullable String user;
  @Nullable String ip;
  int ipv6Prefix = Addresses.DEFAULT_IPV6_PREFIX;
  @Nullable String apiKey;
  @Nullable String endpoint;
  @Nullable String method;
  @Nullable String service;
  @Nullable String tier;
  Priority priority = Priority.NORMAL;
  long cost = RequestContext.UNSET;
  boolean costNamed;
  Map<String, String> attributes = Map.of();
  Map<String, String> headers = Map.of();
  @Nullable String idempotencyKey;
  boolean reserve;
  boolean revocable;
  boolean metered;
  boolean passesUnruled;

  RequestContextBuilder() {}

  public RequestContextBuilder user(@Nullable String user) {
    this.user = user;
    return this;
  }

  /** Sets the client's address, in any form that {@link Addresses} reads. */
  public RequestContextBuilder ip(@Nullable String ip) {
    this.ip = ip;
    return this;
  }

  /** Sets how many bits of an IPv6 address count, 1 to 128; the default is 64. */
  public RequestContextBuilder ipv6Prefix(int ipv6Prefix) {
    this.ipv6Prefix = Addresses.requirePrefix(ipv6Prefix);
    return this;
  }

  public RequestContextBuilder apiKey(@Nullable String apiKey) {
    this.apiKey = apiKey;
    return this;
  }

  /** Sets the request's path, in any form that {@link Paths} accepts. */
  public RequestContextBuilder endpoint(@Nullable String endpoint) {
    this.endpoint = endpoint;
    return this;
  }

  public RequestContextBuilder method(@Nullable String method) {
    this.method = method;
    return this;
  }

  public RequestContextBuilder service(@Nullable String service) {
    this.service = service;
    return this;
  }

  public RequestContextBuilder tier(@Nullable String tier) {
    this.tier = tier;
    return this;
  }

  /** Sets the priority class; null is {@link Priority#NORMAL}. */
  public RequestContextBuilder priority(@Nullable Priority priority) {
    this.priority = priority == null ? Priority.NORMAL : priority;
    return this;
  }

  /** Sets the units to charge, 0 for a peek; if it is not called, the rule's cost applies. */
  public RequestContextBuilder cost(long cost) {
    this.cost = cost;
    this.costNamed = true;
    return this;
  }

  /** Sets one attribute, or removes it with null; the last value counts. */
  public RequestContextBuilder attribute(String name, @Nullable String value) {
    attributes = with(attributes, name, value);
    return this;
  }

  /**
   * Sets one header, or removes it with null; the case of the name is ignored, the last value
   * counts.
   */
  public RequestContextBuilder header(String name, @Nullable String value) {
    headers = with(headers, Ascii.lower(name), value);
    return this;
  }

  public RequestContextBuilder idempotencyKey(@Nullable String idempotencyKey) {
    this.idempotencyKey = idempotencyKey;
    return this;
  }

  /** Sets whether to make a reservation, to settle the charge later to the real cost. */
  public RequestContextBuilder reserve(boolean reserve) {
    this.reserve = reserve;
    return this;
  }

  /** Sets whether the charge may have to be refunded within seconds. */
  public RequestContextBuilder revocable(boolean revocable) {
    this.revocable = revocable;
    return this;
  }

  /** Sets whether the caller reads the answer and settles the cost that it finds there. */
  public RequestContextBuilder metered(boolean metered) {
    this.metered = metered;
    return this;
  }

  /**
   * Sets whether the request is allowed if no rule applies to it, whatever the default rule; for
   * protocols that require it.
   */
  public RequestContextBuilder passesUnruled(boolean passesUnruled) {
    this.passesUnruled = passesUnruled;
    return this;
  }

  /**
   * Returns the request, checked and normalised.
   *
   * @throws InvalidRequestException with all problems, if there are any
   */
  public RequestContext build() {
    Checks checks = new Checks();
    RequestContext context = new RequestContext(this, checks);
    checks.finish();
    return context;
  }

  private static Map<String, String> with(
      Map<String, String> entries, String name, @Nullable String value) {
    Objects.requireNonNull(name, "name");
    Map<String, String> changed =
        entries instanceof LinkedHashMap ? entries : new LinkedHashMap<>(entries);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value);
    }
    return changed;
  }
}
