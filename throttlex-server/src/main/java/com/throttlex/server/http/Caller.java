package com.throttlex.server.http;

import com.throttlex.request.RequestContextBuilder;
import com.throttlex.server.identity.Identity;
import io.vertx.core.MultiMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a request say of who asks.
 *
 * @param identity whose valid token it carries, or null
 * @param apiKey the API key it carries, or null
 * @param idempotencyKey the idempotency key it carries, or null
 * @param headers all headers
 * @param counted the names of the headers that rules count by
 */
record Caller(
    @Nullable Identity identity,
    @Nullable String apiKey,
    @Nullable String idempotencyKey,
    MultiMap headers,
    Set<String> counted) {

  /** Somebody whose headers say nothing. */
  static final Caller NOBODY =
      new Caller(null, null, null, MultiMap.caseInsensitiveMultiMap(), Set.of());

  /**
   * The caller as to one element of a batch: the batch may be repeated as a whole, but its elements
   * are no repetitions of each other.
   */
  Caller ofElement(int place) {
    return idempotencyKey == null
        ? this
        : new Caller(identity, apiKey, idempotencyKey + '#' + place, headers, counted);
  }

  /**
   * The caller without an idempotency key: at a proxy the headers are the client's, who could send
   * one key with every request.
   */
  Caller once() {
    return idempotencyKey == null ? this : new Caller(identity, apiKey, null, headers, counted);
  }

  /** Fills what the body leaves open: what it says explicitly holds. */
  void describe(RequestContextBuilder request, CheckBody body) {
    if (identity != null && body.user == null) {
      request.user(identity.user());
    }
    if (identity != null && body.tier == null) {
      request.tier(identity.tier());
    }
    if (body.apiKey == null) {
      request.apiKey(apiKey);
    }
    if (body.idempotencyKey == null) {
      request.idempotencyKey(idempotencyKey);
    }
    for (String name : counted) {
      request.header(name, headers.get(name));
    }
  }
}
