package com.throttlex.proxy;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/** Reads what rules use from a request. */
public interface ContextReader {
  /**
   * Returns the request as rules see it.
   *
   * @param headers the headers that go to the upstream; those that end at the proxy are not used
   * @param host the host without its port, in lower case; null if there is none
   * @throws InvalidRequestException if the request is malformed
   * @throws ProxyRefusedException if the client may not send it
   */
  RequestContext read(
      HttpServerRequest request,
      MultiMap headers,
      @Nullable String host,
      ProxyPath path,
      ProxyRoute route);
}
