package com.throttlex.server.http;

import com.throttlex.ThrottleX;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Identity;
import com.throttlex.server.identity.JwtVerifier;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads from the headers of a request who sends it. */
final class Callers {
  private static final CharSequence IDEMPOTENCY_KEY =
      HttpHeaders.createOptimized("x-idempotency-key");

  private final ThrottleX throttlex;
  private final @Nullable JwtVerifier tokens;
  private final CharSequence apiKeyHeader;
  private volatile Counted counted = new Counted(RuleBook.EMPTY, Set.of());

  /** The headers that the rules of a book count by. */
  private record Counted(RuleBook book, Set<String> headers) {}

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
        countedHeaders());
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

  private Set<String> countedHeaders() {
    RuleBook book = throttlex.rules();
    Counted current = counted;
    if (current.book() != book) {
      current = new Counted(book, headers(book));
      counted = current;
    }
    return current.headers();
  }

  private static Set<String> headers(RuleBook book) {
    Set<String> names = new TreeSet<>();
    Stream.concat(
            book.rules().stream().flatMap(rule -> rule.key().stream()),
            Stream.ofNullable(book.rule("default")).flatMap(rule -> rule.parts().stream()))
        .filter(part -> part.kind() == KeyPart.Kind.HEADER)
        .forEach(part -> names.add(String.valueOf(part.name())));
    return names;
  }
}
