package com.throttlex.server.http;

import com.throttlex.request.RequestContextBuilder;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Identity;
import com.throttlex.server.identity.JwtVerifier;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request, as its headers describe it.
 *
 * @param identity the user of the valid bearer token, or null
 * @param apiKey the API key, or null
 * @param idempotencyKey the idempotency key, or null
 * @param headers all headers
 * @param counted the names of the headers that rules count by
 */
record Caller(
    @Nullable Identity identity,
    @Nullable String apiKey,
    @Nullable String idempotencyKey,
    MultiMap headers,
    Set<String> counted) {

  private static final CharSequence IDEMPOTENCY_KEY =
      HttpHeaders.createOptimized("x-idempotency-key");

  /** A caller without headers. */
  static final Caller NOBODY =
      new Caller(null, null, null, MultiMap.caseInsensitiveMultiMap(), Set.of());

  /** Returns a caller who has only headers that rules count by. */
  static Caller of(Map<String, String> counted) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(counted);
    return new Caller(null, null, null, headers, counted.keySet());
  }

  /** Reads the caller from the headers of a request. */
  static Caller of(MultiMap headers, HttpDoor.Parts parts) {
    return new Caller(
        identity(headers, parts.tokens()),
        some(headers.get(parts.apiKeyHeader())),
        some(headers.get(IDEMPOTENCY_KEY)),
        headers,
        parts.throttlex().rules().countedHeaders());
  }

  private static @Nullable Identity identity(MultiMap headers, @Nullable JwtVerifier tokens) {
    if (tokens == null) {
      return null;
    }
    String token = BearerToken.of(headers.get(HttpHeaders.AUTHORIZATION));
    return token == null ? null : tokens.verify(token);
  }

  /** Returns a header; null also for an empty one. */
  private static @Nullable String some(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }

  /**
   * Returns the caller of one element of a batch. A client may repeat the whole batch, so each
   * element has its own idempotency key.
   */
  Caller ofElement(int place) {
    return idempotencyKey == null
        ? this
        : new Caller(identity, apiKey, idempotencyKey + '#' + place, headers, counted);
  }

  /**
   * Returns the caller without an idempotency key. Behind a proxy the headers are those of the end
   * user, who could send one key with every request.
   */
  Caller withoutIdempotencyKey() {
    return idempotencyKey == null ? this : new Caller(identity, apiKey, null, headers, counted);
  }

  /**
   * Sets the fields that the headers contain. Fields of the body are set later and replace them.
   */
  void describe(RequestContextBuilder request) {
    if (identity != null) {
      request.user(identity.user()).tier(identity.tier());
    }
    request.apiKey(apiKey).idempotencyKey(idempotencyKey);
    for (String name : counted) {
      request.header(name, headers.get(name));
    }
  }
}
