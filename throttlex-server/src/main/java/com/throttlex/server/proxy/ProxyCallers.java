package com.throttlex.server.proxy;

import com.throttlex.http.RequestReader;
import com.throttlex.proxy.ContextReader;
import com.throttlex.proxy.ProxyPath;
import com.throttlex.proxy.ProxyRefusedException;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.server.access.Access;
import com.throttlex.server.access.AccessException;
import com.throttlex.server.access.ClientAddress;
import com.throttlex.server.access.RequestIds;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Identity;
import com.throttlex.server.identity.JwtVerifier;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the callers of proxied requests: address, bearer token, API key and headers.
 *
 * <p>The route is the service of the request. The host is an attribute. An idempotency key is not
 * used: it belongs to the upstream, and a client could send one key with every request.
 */
public final class ProxyCallers implements ContextReader {
  private final RequestReader reader;
  private final @Nullable JwtVerifier tokens;
  private final boolean tokenRequired;
  private final Access access;
  private final CharSequence apiKeyHeader;
  private final Supplier<Set<String>> counted;

  /**
   * Creates a reader.
   *
   * @param reader reads the fields that need no token
   * @param tokens reads bearer tokens; null if they are not used
   * @param tokenRequired whether a request without a valid token is refused
   * @param access counts requests against the limit of this node
   * @param apiKeyHeader the name of the header with the API key
   * @param counted the headers that rules count by
   */
  public ProxyCallers(
      RequestReader reader,
      @Nullable JwtVerifier tokens,
      boolean tokenRequired,
      Access access,
      String apiKeyHeader,
      Supplier<Set<String>> counted) {
    this.reader = reader;
    this.tokens = tokens;
    this.tokenRequired = tokenRequired;
    this.access = access;
    this.apiKeyHeader = HttpHeaders.createOptimized(apiKeyHeader);
    this.counted = counted;
  }

  @Override
  public RequestContext read(
      HttpServerRequest request,
      MultiMap headers,
      @Nullable String host,
      ProxyPath path,
      ProxyRoute route) {
    count();
    requireOnce(headers, apiKeyHeader);
    counted.get().forEach(name -> requireOnce(headers, name));
    RequestContextBuilder builder =
        reader
            .read(
                ClientAddress.host(request.remoteAddress()),
                request.method().name(),
                path.normal(),
                name -> RequestReader.value(name, headers.getAll(name)))
            .service(route.id())
            .metered(true);
    if (host != null) {
      builder.attribute("host", host);
    }
    Identity identity = identity(headers);
    if (identity != null) {
      builder.user(identity.user()).tier(identity.tier());
    }
    return builder.build().withRequestId(RequestIds.of(headers));
  }

  /**
   * Counts a request against the limit of this node.
   *
   * @throws ProxyRefusedException if the node has too many
   */
  public void count() {
    try {
      access.count(1);
    } catch (AccessException e) {
      throw new ProxyRefusedException(503, Map.of("Retry-After", "1"), e.message());
    }
  }

  /**
   * An upstream may read another one of several values. Many applications cannot tell a hyphen from
   * an underscore in a name.
   */
  private static void requireOnce(MultiMap headers, CharSequence name) {
    if (headers.getAll(name).size() > 1) {
      throw new InvalidRequestException(List.of(name + ": several values (expected: one)"));
    }
    for (Map.Entry<String, String> header : headers) {
      if (isOtherSpelling(header.getKey(), name)) {
        throw new InvalidRequestException(
            List.of(header.getKey() + ": another spelling of a header (expected: " + name + ")"));
      }
    }
  }

  /** Returns whether two names differ, but only in hyphens and underscores. */
  private static boolean isOtherSpelling(String sent, CharSequence name) {
    boolean other = false;
    boolean fits = sent.length() == name.length();
    for (int i = 0; fits && i < sent.length(); i++) {
      char a = Character.toLowerCase(sent.charAt(i));
      char b = Character.toLowerCase(name.charAt(i));
      other |= a != b;
      fits = a == b || (a == '_' && b == '-') || (a == '-' && b == '_');
    }
    return fits && other;
  }

  private @Nullable Identity identity(MultiMap headers) {
    if (tokens == null) {
      return null;
    }
    String authorization = headers.get(HttpHeaders.AUTHORIZATION);
    String token = BearerToken.of(authorization);
    if (token == null && BearerToken.isLike(authorization)) { // the upstream may find a token
      throw new InvalidRequestException(
          List.of("authorization: malformed (expected: Bearer, one space, and a token)"));
    }
    Identity identity = token == null ? null : tokens.verify(token);
    if (identity == null && tokenRequired) {
      throw new ProxyRefusedException(
          401,
          Map.of("WWW-Authenticate", "Bearer"),
          "Authorization: no valid token (expected: a bearer token)");
    }
    return identity;
  }
}
