package com.throttlex.server.http;

import com.throttlex.ThrottleX;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Identity;
import com.throttlex.server.identity.JwtVerifier;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** Reads from the headers of a request who sends it. */
final class Callers {
  private static final CharSequence IDEMPOTENCY_KEY =
      HttpHeaders.createOptimized("x-idempotency-key");

  private final ThrottleX throttlex;
  private final @Nullable JwtVerifier tokens;
  private final CharSequence apiKeyHeader;

  Callers(ThrottleX throttlex, @Nullable JwtVerifier tokens, String apiKeyHeader) {
    this.throttlex = throttlex;
    this.tokens = tokens;
    this.apiKeyHeader = HttpHeaders.createOptimized(apiKeyHeader);
  }

  Caller read(MultiMap headers) {
    return new Caller(
        identity(headers),
        some(headers.get(apiKeyHeader)),
        some(headers.get(IDEMPOTENCY_KEY)),
        headers,
        throttlex.rules().countedHeaders());
  }

  private @Nullable Identity identity(MultiMap headers) {
    if (tokens == null) {
      return null;
    }
    String token = BearerToken.of(headers.get(HttpHeaders.AUTHORIZATION));
    return token == null ? null : tokens.verify(token);
  }

  /** A header that is there but empty says nothing. */
  private static @Nullable String some(@Nullable String value) {
    return value == null || value.isEmpty() ? null : value;
  }
}
