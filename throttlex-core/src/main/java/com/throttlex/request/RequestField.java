package com.throttlex.request;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One field of a {@link RequestContext}: its names, its maximum, and how it is read and set.
 *
 * <p>The doors, the fingerprint of a request and the documents iterate over these constants, in
 * this order. So a new constant is all that they need for a new field.
 */
public enum RequestField {
  USER("user", "USER", "ID", "The user."),
  IP("ip", "IP", "ADDRESS", "The client's address."),
  API_KEY("apiKey", "APIKEY", "KEY", "The client's API key."),
  ENDPOINT("endpoint", "ENDPOINT", "PATH", "The path of the request.", Kind.TEXT, 8192),
  METHOD("method", "METHOD", "METHOD", "The HTTP method."),
  SERVICE("service", "SERVICE", "NAME", "The service that gets the request."),
  TIER("tier", "TIER", "TIER", "The user's tier."),
  PRIORITY("priority", "PRIORITY", "CLASS", "The priority class: critical, high, normal or low."),
  COST(
      "cost",
      "COST",
      "UNITS",
      "The units to consume; 0 consumes nothing. Without it, the cost of the rule.",
      Kind.NUMBER,
      RequestContext.MAX_COST),
  ATTRIBUTES(
      "attributes", "ATTR", "NAME=VALUE", "Attributes that rules use, by name.", Kind.MAP, 64),
  HEADERS(
      "headers",
      null,
      "NAME=VALUE",
      "Headers that rules use, by name; other doors take them from the headers of the check.",
      Kind.MAP,
      64),
  IDEMPOTENCY_KEY(
      "idempotencyKey",
      "IDEMPOTENCY",
      "KEY",
      "A name of the request; checks with the same name are charged once.",
      Kind.TEXT,
      256),
  RESERVE("reserve", "RESERVE", "", "Makes a reservation, to settle later.", Kind.FLAG, 1);

  /** The types of values. */
  public enum Kind {
    /** A {@link String}. */
    TEXT,
    /** A {@link Long}. */
    NUMBER,
    /** A {@link Boolean}. */
    FLAG,
    /** A {@link Map} of texts. */
    MAP
  }

  /** All fields in order. */
  public static final List<RequestField> ALL = List.of(values());

  private final String text;
  private final @Nullable String keyword;
  private final String label;
  private final String meaning;
  private final Kind kind;
  private final long maximum;

  RequestField(
      String text,
      @Nullable String keyword,
      String label,
      String meaning,
      Kind kind,
      long maximum) {
    this.text = text;
    this.keyword = keyword;
    this.label = label;
    this.meaning = meaning;
    this.kind = kind;
    this.maximum = maximum;
  }

  RequestField(String text, String keyword, String label, String meaning) {
    this(text, keyword, label, meaning, Kind.TEXT, RequestContext.MAX_TEXT);
  }

  /** Returns the name in JSON and in messages, such as {@code apiKey}. */
  public String text() {
    return text;
  }

  /** Returns the name in messages of gRPC, such as {@code api_key}. */
  public String protoName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the option of the command line, such as {@code --api-key}; one entry of a map. */
  public String option() {
    return "--" + (kind == Kind.MAP ? entryName() : protoName().replace('_', '-'));
  }

  /** Returns the name of one entry of a map, such as {@code attribute}. */
  public String entryName() {
    return text.substring(0, text.length() - 1);
  }

  /**
   * Returns the keyword of {@code TX.CHECK}, such as {@code APIKEY}. Null if only gRPC messages
   * have the field: then it is not in JSON and not an option of the command line either.
   */
  public @Nullable String keyword() {
    return keyword;
  }

  /** Returns a word for the value, such as {@code ADDRESS}; empty if the name alone is enough. */
  public String label() {
    return label;
  }

  /** Returns a sentence about the value, for help and documents. */
  public String meaning() {
    return meaning;
  }

  /** Returns the type of the value. */
  public Kind kind() {
    return kind;
  }

  /** Returns the maximum: of a number, of a text's length, or of the entries of a map. */
  public long maximum() {
    return maximum;
  }

  /** Returns whether the value may be a credential, which neither messages nor queues contain. */
  public boolean isSecret() {
    return this == API_KEY || this == HEADERS;
  }

  /** Returns whether the field has no part in the decision, and only says what to do after it. */
  public boolean followsDecision() {
    return this == IDEMPOTENCY_KEY || this == RESERVE;
  }

  /** Returns the value in a request, or null if it has none, or the default. */
  public @Nullable Object get(RequestContext request) {
    return switch (this) {
      case USER -> request.user();
      case IP -> request.ip();
      case API_KEY -> request.apiKey();
      case ENDPOINT -> request.endpoint();
      case METHOD -> request.method();
      case SERVICE -> request.service();
      case TIER -> request.tier();
      case PRIORITY -> request.priority() == Priority.NORMAL ? null : request.priority().text();
      case COST -> request.cost() == RequestContext.UNSET ? null : (Long) request.cost();
      case ATTRIBUTES -> request.attributes().isEmpty() ? null : request.attributes();
      case HEADERS -> request.headers().isEmpty() ? null : request.headers();
      case IDEMPOTENCY_KEY -> request.idempotencyKey();
      case RESERVE -> request.reserve() ? true : null;
    };
  }

  /** Sets the value, and returns the builder; adds the entries of a map to those that are set. */
  public RequestContextBuilder set(RequestContextBuilder to, Object value) {
    return switch (this) {
      case USER -> to.user((String) value);
      case IP -> to.ip((String) value);
      case API_KEY -> to.apiKey((String) value);
      case ENDPOINT -> to.endpoint((String) value);
      case METHOD -> to.method((String) value);
      case SERVICE -> to.service((String) value);
      case TIER -> to.tier((String) value);
      case PRIORITY -> to.priority(Priority.parse((String) value));
      case COST -> to.cost((Long) value);
      case ATTRIBUTES, HEADERS -> putAll(to, (Map<?, ?>) value);
      case IDEMPOTENCY_KEY -> to.idempotencyKey((String) value);
      case RESERVE -> to.reserve((Boolean) value);
    };
  }

  private RequestContextBuilder putAll(RequestContextBuilder to, Map<?, ?> entries) {
    entries.forEach((name, value) -> put(to, (String) name, (String) value));
    return to;
  }

  /** Sets one entry of a map, and returns the builder. */
  public RequestContextBuilder put(RequestContextBuilder to, String name, String value) {
    return this == HEADERS ? to.header(name, value) : to.attribute(name, value);
  }
}
