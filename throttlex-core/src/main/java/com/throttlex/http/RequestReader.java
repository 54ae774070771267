package com.throttlex.http;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.RuleBook;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the fields that rules use from an HTTP request, except the user. */
public final class RequestReader {
  private static final String FORWARDED = "Forwarded";
  private static final String X_FORWARDED_FOR = "X-Forwarded-For";

  private final TrustedProxies proxies;
  private final int ipv6Prefix;
  private final String apiKeyHeader;
  private final @Nullable String service;
  private final Supplier<Set<String>> counted;

  /**
   * Creates a reader.
   *
   * @param proxies the trusted proxies
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param apiKeyHeader the header that carries the API key
   * @param service the name of the application, or null
   * @param counted the headers that rules count by
   */
  public RequestReader(
      TrustedProxies proxies,
      int ipv6Prefix,
      String apiKeyHeader,
      @Nullable String service,
      Supplier<Set<String>> counted) {
    this.proxies = proxies;
    this.ipv6Prefix = ipv6Prefix;
    this.apiKeyHeader = apiKeyHeader;
    this.service = service;
    this.counted = counted;
  }

  /** Creates a reader that trusts no proxy and reads API keys from {@code X-API-Key}. */
  public static RequestReader simple(Supplier<RuleBook> rules) {
    return new RequestReader(
        TrustedProxies.NONE, 64, "X-API-Key", null, () -> rules.get().countedHeaders());
  }

  /**
   * Returns whether all values of a header count, joined by commas. For other headers only the
   * first value counts: a client must not get a new key with a second API key that the application
   * ignores.
   */
  public static boolean isList(String header) {
    return header.equals(FORWARDED) || header.equals(X_FORWARDED_FOR);
  }

  /** Returns the value of a header from its lines in the order received; null if there are none. */
  public static @Nullable String value(String header, @Nullable Iterable<String> values) {
    if (values == null || !values.iterator().hasNext()) {
      return null;
    }
    return isList(header) ? String.join(",", values) : values.iterator().next();
  }

  /**
   * Reads the fields of a request.
   *
   * @param peer the address of the other end of the connection
   * @param path the path as it was sent, without the query
   * @param headers the value of a header, see {@link #isList}; null when it is absent
   */
  public RequestContextBuilder read(
      String peer, String method, String path, Function<String, @Nullable String> headers) {
    RequestContextBuilder request =
        RequestContext.builder()
            .ipv6Prefix(ipv6Prefix)
            .ip(client(peer, headers))
            .method(method)
            .endpoint(path)
            .service(service)
            .apiKey(some(headers.apply(apiKeyHeader)));
    for (String name : counted.get()) {
      request.header(name, some(headers.apply(name)));
    }
    return request;
  }

  private String client(String peer, Function<String, @Nullable String> headers) {
    return proxies.trustsAnybody()
        ? proxies.clientAddress(peer, headers.apply(FORWARDED), headers.apply(X_FORWARDED_FOR))
        : proxies.clientAddress(peer, null, null);
  }

  /**
   * Returns a value without the blanks around it, which are not part of it; null for an empty one.
   * HTTP/1.1 servers remove them, and some HTTP/2 servers do not: a client would have a counter for
   * each number of blanks.
   */
  private static @Nullable String some(@Nullable String value) {
    if (value == null) {
      return null;
    }
    int from = 0;
    int to = value.length();
    while (from < to && isBlank(value.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(value.charAt(to - 1))) {
      to--;
    }
    return from == to ? null : value.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
