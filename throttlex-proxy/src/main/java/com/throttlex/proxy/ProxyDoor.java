package com.throttlex.proxy;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The door of the proxy: finds the route of each request, and starts its exchange. */
public final class ProxyDoor implements Handler<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyDoor.class);
  private static final Set<String> REFUSED = Set.of("CONNECT", "TRACE");

  private final ProxyParts parts;
  private final ProxyAnswers answers;
  private final ProxyHeaders headers;

  /** Creates a door with these parts. */
  public ProxyDoor(ProxyParts parts) {
    this.parts = parts;
    answers = parts.answers();
    headers = new ProxyHeaders(parts.proxies());
  }

  @Override
  public void handle(HttpServerRequest request) {
    request.response().exceptionHandler(gone -> {}); // the client has disconnected
    if (!ConnectionGuard.began(request)) {
      return;
    }
    try {
      accept(request);
    } catch (InvalidRequestException e) {
      answers.ambiguous(request, String.valueOf(e.getMessage()));
    } catch (ProxyRefusedException e) {
      e.headers().forEach(request.response()::putHeader);
      answers.problem(request, e.status(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.error("proxy: a request failed", e);
      answers.problem(request, 500, "The request could not be handled; see the log of the proxy.");
    }
  }

  private void accept(HttpServerRequest request) {
    request.pause();
    String problem = RequestGuard.problem(request);
    String target = problem == null ? RequestGuard.target(request) : null;
    if (REFUSED.contains(request.method().name().toUpperCase(Locale.ROOT))) {
      answers.closing(
          request, 405, "method: " + request.method().name() + " (expected: not CONNECT or TRACE)");
    } else if (problem != null) {
      answers.ambiguous(request, problem);
    } else if (target == null) {
      answers.ambiguous(
          request, "target: not a path of this host (expected: a path, or a URL with its Host)");
    } else {
      ProxyPath path = ProxyPath.parse(target);
      if (!parts.hooks().own().test(request, path)) {
        route(request, path);
      }
    }
  }

  private void route(HttpServerRequest request, ProxyPath path) {
    String host = RequestGuard.hostName(request);
    ProxyRoute route = parts.settings().route(host, path.normal());
    if (route == null) {
      answers.problem(request, 404, "path: no route matches this host and path");
      return;
    }
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && Long.parseLong(length) > route.maxBody()) {
      answers.problem(
          request,
          413,
          "body: " + length + " bytes (expected: at most " + route.maxBody() + " on this route)");
      return;
    }
    String expected = request.getHeader(HttpHeaders.EXPECT);
    if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
      answers.problem(request, 417, "expect: unknown (expected: 100-continue)");
      return;
    }
    MultiMap kept = headers.endToEnd(request);
    RequestContext context = parts.reader().read(request, kept, host, path, route);
    new ProxyExchange(parts, headers, request, kept, path, route, context).start();
  }

  /** Answers a request that is not HTTP, and closes the connection. */
  public void invalid(HttpServerRequest request) {
    if (!ConnectionGuard.began(request)) {
      return;
    }
    RefusedHead refused = RefusedHead.of(request);
    answers.closing(request, refused.status(), refused.detail());
  }
}
