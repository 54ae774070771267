package com.throttlex.server.admin;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The admin plane as a handler of HTTP requests.
 *
 * <p>Takes in the body on the event loop and hands everything else to a worker thread, as database
 * and store may block.
 */
public final class AdminPlane implements Handler<HttpServerRequest> {
  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Whose address a connection counts under that has none, such as a Unix socket. */
  private static final String LOOPBACK = "127.0.0.1";

  private final Vertx vertx;
  private final RouteTable routes;
  private final Reception reception;

  /** Serves the given parts. */
  public AdminPlane(Vertx vertx, Backstage parts) {
    this.vertx = vertx;
    routes = Routes.of(parts);
    reception = new Reception(routes, new Gate(parts.tokens(), parts.time()), parts.time());
  }

  RouteTable routes() {
    return routes;
  }

  @Override
  public void handle(HttpServerRequest request) {
    boolean keepsBody = request.getHeader("Authorization") != null;
    BoundedBody.of(request, keepsBody)
        .map(body -> incoming(request, body.content()))
        .compose(incoming -> vertx.executeBlocking(() -> reception.answer(incoming), false))
        .onSuccess(answer -> send(request, answer))
        .onFailure(e -> fail(request.response()));
  }

  private static Incoming incoming(HttpServerRequest request, @Nullable Buffer body) {
    String path = request.path();
    return new Incoming(
        request.method().name(),
        path == null ? "" : path,
        request.query(),
        request.headers(),
        peer(request),
        body,
        requestId(request.getHeader("X-Request-Id")));
  }

  private static String peer(HttpServerRequest request) {
    String host = request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
    if (host == null) {
      return LOOPBACK;
    }
    int zone = host.indexOf('%');
    return zone < 0 ? host : host.substring(0, zone);
  }

  private static String requestId(@Nullable String sent) {
    return sent != null && REQUEST_ID.matcher(sent).matches() ? sent : UUID.randomUUID().toString();
  }

  private static void send(HttpServerRequest request, Answer answer) {
    HttpServerResponse response = request.response().setStatusCode(answer.status());
    answer.headers().forEach(response::putHeader);
    response
        .putHeader("Cache-Control", "private, no-cache")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (answer.type().isEmpty()) {
      response.end();
      return;
    }
    Buffer body = Buffer.buffer(answer.body());
    response.putHeader("Content-Type", answer.type());
    if (request.method().equals(HttpMethod.HEAD)) {
      response.putHeader("Content-Length", String.valueOf(body.length())).end();
    } else {
      response.end(body);
    }
  }

  /** The request broke off, or no worker took it. */
  private static void fail(HttpServerResponse response) {
    if (!response.ended() && !response.closed()) {
      response.setStatusCode(500).end();
    }
  }
}
