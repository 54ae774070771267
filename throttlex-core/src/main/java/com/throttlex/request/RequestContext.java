package com.throttlex.request;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one request; {@link RequestField} describes them.
 *
 * <p>Every value is checked and has one spelling, so two requests that mean the same count as the
 * same. An unknown field is null, never empty.
 */
public final class RequestContext {
  /** The cost of a request without a cost of its own: the rule's cost applies. */
  public static final long UNSET = -1;

  /** The maximum cost of a request. */
  public static final long MAX_COST = 1_000_000_000_000_000L;

  /** The maximum length of a name, such as a user or an API key, in characters. */
  public static final int MAX_TEXT = 1024;

  private final @Nullable String user;
  private final @Nullable String ip;
  private final int ipv6Prefix;
  private final @Nullable String apiKey;
  private final @Nullable String endpoint;
  private final @Nullable String method;
  private final @Nullable String service;
  private final @Nullable String tier;
  private final Priority priority;
  private final long cost;
  private final Map<String, String> attributes;
  private final Map<String, String> headers;
  private final @Nullable String idempotencyKey;
  private final boolean reserve;
  private final boolean revocable;
  private final boolean metered;
  private final boolean passesUnruled;
  private final @Nullable String requestId;

  RequestContext(RequestContextBuilder from, Checks checks) {
    user = checks.text(RequestField.USER, from.user);
    ip = checks.ip(from.ip, from.ipv6Prefix);
    ipv6Prefix = from.ipv6Prefix;
    apiKey = checks.text(RequestField.API_KEY, from.apiKey);
    endpoint = checks.endpoint(from.endpoint);
    method = checks.method(from.method);
    service = checks.text(RequestField.SERVICE, from.service);
    tier = checks.text(RequestField.TIER, from.tier);
    priority = from.priority;
    cost = checks.cost(from.cost, from.costNamed);
    attributes = checks.entries(RequestField.ATTRIBUTES, from.attributes);
    headers = checks.entries(RequestField.HEADERS, from.headers);
    idempotencyKey = checks.text(RequestField.IDEMPOTENCY_KEY, from.idempotencyKey);
    reserve = from.reserve;
    revocable = from.revocable;
    metered = from.metered;
    passesUnruled = from.passesUnruled;
    requestId = null;
  }

  private RequestContext(
      RequestContext from,
      @Nullable String tier,
      Priority priority,
      boolean revocable,
      @Nullable String requestId) {
    user = from.user;
    ip = from.ip;
    ipv6Prefix = from.ipv6Prefix;
    apiKey = from.apiKey;
    endpoint = from.endpoint;
    method = from.method;
    service = from.service;
    this.tier = tier;
    this.priority = priority;
    cost = from.cost;
    attributes = from.attributes;
    headers = from.headers;
    idempotencyKey = revocable ? null : from.idempotencyKey;
    reserve = from.reserve;
    this.revocable = revocable;
    metered = from.metered;
    passesUnruled = from.passesUnruled;
    this.requestId = requestId;
  }

  public static RequestContextBuilder builder() {
    return new RequestContextBuilder();
  }

  /** Creates a request with only a user. */
  public static RequestContext ofUser(String user) {
    return builder().user(Objects.requireNonNull(user, "user")).build();
  }

  /** Returns a builder with all fields of this request. */
  public RequestContextBuilder toBuilder() {
    RequestContextBuilder copy = builder();
    for (RequestField field : RequestField.ALL) {
      Object value = field.get(this);
      if (value != null) {
        field.set(copy, value);
      }
    }
    return copy.ipv6Prefix(ipv6Prefix)
        .revocable(revocable)
        .metered(metered)
        .passesUnruled(passesUnruled);
  }

  /** Returns the same request with another tier, which must be well formed. */
  public RequestContext withTier(String tier) {
    return new RequestContext(this, tier, priority, revocable, requestId);
  }

  /**
   * Returns the same request with a charge that can be refunded within some seconds. It has no
   * idempotency key: after a refund, a stored answer would admit the next attempt without a charge.
   */
  public RequestContext withTakeBack() {
    return new RequestContext(this, tier, priority, true, requestId);
  }

  /** Returns the same request with another priority class. */
  public RequestContext withPriority(Priority priority) {
    return priority == this.priority
        ? this
        : new RequestContext(this, tier, priority, revocable, requestId);
  }

  /** Returns the same request with a name for the log, or without one for null. */
  public RequestContext withRequestId(@Nullable String requestId) {
    return requestId == null && this.requestId == null
        ? this
        : new RequestContext(this, tier, priority, revocable, requestId);
  }

  public @Nullable String user() {
    return user;
  }

  /** Returns the canonical address; IPv6 is reduced to its prefix. */
  public @Nullable String ip() {
    return ip;
  }

  public @Nullable String apiKey() {
    return apiKey;
  }

  /** Returns the path in normal form. */
  public @Nullable String endpoint() {
    return endpoint;
  }

  /** Returns the method in upper case. */
  public @Nullable String method() {
    return method;
  }

  public @Nullable String service() {
    return service;
  }

  public @Nullable String tier() {
    return tier;
  }

  public Priority priority() {
    return priority;
  }

  /** Returns the units to charge, 0 for a peek, or {@link #UNSET}. */
  public long cost() {
    return cost;
  }

  public @Nullable String attribute(String name) {
    return attributes.get(name);
  }

  public Map<String, String> attributes() {
    return attributes;
  }

  /** Returns the value of a header; the case of the name is ignored. */
  public @Nullable String header(String name) {
    return headers.get(Ascii.lower(name));
  }

  /** Returns all headers, by lower-case name. */
  public Map<String, String> headers() {
    return headers;
  }

  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** Returns whether to make a reservation, to settle the charge later to the real cost. */
  public boolean reserve() {
    return reserve;
  }

  /**
   * Returns whether the charge may have to be refunded within seconds, because the request has
   * other parts that can be denied.
   */
  public boolean revocable() {
    return revocable;
  }

  /**
   * Returns whether the caller reads the answer and settles the cost that it finds there. The
   * request then has a reservation if a rule that applies reads its cost from the answer.
   */
  public boolean metered() {
    return metered;
  }

  /** Returns whether the request is allowed if no rule applies to it, whatever the default rule. */
  public boolean passesUnruled() {
    return passesUnruled;
  }

  /** Returns the name of the request in the log, or null. It has no effect on the decision. */
  public @Nullable String requestId() {
    return requestId;
  }
}
