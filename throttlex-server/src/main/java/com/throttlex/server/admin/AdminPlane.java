package com.throttlex.server.admin;

import com.throttlex.server.access.Origins;
import com.throttlex.server.access.RequestBody;
import com.throttlex.server.access.RequestIds;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The admin plane as a handler of HTTP requests.
 *
 * <p>It reads the body on the event loop. A worker thread does the rest, because database and store
 * may block.
 */
public final class AdminPlane implements Handler<HttpServerRequest> {
  /** The largest body that most routes keep, in bytes. */
  static final int MOST_BYTES = 256 * 1024;

  /** The bytes that are read beyond the largest body, so that the client sees the answer. */
  private static final int MOST_READ = 16 * MOST_BYTES;

  /** The longest time that receiving the files of a form may take. */
  private static final long FORM_MILLIS = 60_000;

  private final Vertx vertx;
  private final AdminServices parts;
  private final long bodyMillis;
  private final RouteTable routes;
  private final RequestPipeline reception;

  /**
   * Creates a handler for the given parts.
   *
   * @param more returns all routes, given those of this package
   */
  public AdminPlane(Vertx vertx, AdminServices parts, UnaryOperator<List<Route>> more) {
    this(vertx, parts, more, RequestBody.MOST_MILLIS);
  }

  /** Creates a handler with another longest time that reading a body may take. */
  AdminPlane(Vertx vertx, AdminServices parts, UnaryOperator<List<Route>> more, long bodyMillis) {
    this.vertx = vertx;
    this.bodyMillis = bodyMillis;
    this.parts = parts;
    routes = new RouteTable(more.apply(Routes.of(parts)));
    reception =
        new RequestPipeline(routes, parts.admins(), new AdminLimits(parts.time()), parts.time());
  }

  RouteTable routes() {
    return routes;
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (!isAllowed(request)) {
      String detail = "address: not allowed (expected: one of admin.allow)";
      send(request, new ProblemException(403, detail).answer(parts.time().nanos()));
      return;
    }
    if (parts.pages().test(request)) {
      return;
    }
    Incoming head = incoming(request);
    RouteTable.Found found = routes.find(head.method(), head.path());
    if (request.getHeader("Authorization") == null) {
      receive(request, head, 0, null);
    } else if (found != null
        && found.route().handler() instanceof ReplayRoute replay
        && isForm(request)) {
      receiveForm(request, head, found.route(), replay.replays());
    } else if (found != null
        && found.route().handler() instanceof LiveRoute live
        && request.method().equals(HttpMethod.GET)) {
      stream(request, head, live);
    } else if (found == null || found.route().mostBytes() <= MOST_BYTES) {
      receive(request, head, MOST_BYTES, null);
    } else {
      receiveLarge(request, head, found.route());
    }
  }

  /** Opens a stream if the pipeline admits the request. */
  private void stream(HttpServerRequest request, Incoming head, LiveRoute live) {
    vertx
        .executeBlocking(() -> reception.answer(head), false)
        .onSuccess(
            answer -> {
              boolean admitted = answer.status() == 200;
              AdminAnswer refusal =
                  admitted ? live.open(request, vertx.getOrCreateContext()) : answer;
              if (refusal != null) {
                send(request, refusal);
              }
            })
        .onFailure(e -> fail(request.response()));
  }

  private static boolean isForm(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
  }

  /** Stores the files of a form only if they come from an administrator who may use the route. */
  private void receiveForm(
      HttpServerRequest request, Incoming head, Route route, ReplayRunner replays) {
    request.pause();
    Promise<Void> left = Promise.promise();
    request.response().closeHandler(left::tryComplete);
    vertx
        .executeBlocking(() -> reception.begin(head, route, replays::begin), false)
        .onSuccess(
            begun -> {
              Path folder = begun.value();
              if (folder == null) {
                receive(request, head, 0, 2 * ReplayRunner.MOST_BYTES, begun.refusal());
                request.resume();
              } else {
                receiveForm(request, head, folder, left.future())
                    .eventually(() -> end(replays, folder))
                    .onSuccess(answer -> send(request, answer))
                    .onFailure(e -> fail(request.response()));
              }
            })
        .onFailure(e -> fail(request.response()));
  }

  /** Ends a replay before its answer is sent, so that the client can begin the next one. */
  private Future<Path> end(ReplayRunner replays, Path folder) {
    return vertx.executeBlocking(
        () -> {
          replays.end(folder);
          return folder;
        },
        false);
  }

  private Future<AdminAnswer> receiveForm(
      HttpServerRequest request, Incoming head, Path folder, Future<?> left) {
    long timer = vertx.setTimer(FORM_MILLIS, due -> expire(request, FORM_MILLIS));
    return FormUpload.receive(
            vertx,
            request,
            folder,
            ReplayRequest.PARTS,
            ReplayRequest.TRAFFIC,
            ReplayRunner.MOST_BYTES,
            left)
        .onComplete(received -> vertx.cancelTimer(timer))
        .compose(
            form -> vertx.executeBlocking(() -> reception.answer(head.with(form)), false),
            broken -> Future.succeededFuture(incomplete()));
  }

  private AdminAnswer incomplete() {
    String detail = "body: not a complete form (expected: multipart/form-data)";
    return new ProblemException(400, detail).answer(parts.time().nanos());
  }

  /** Keeps a large body only if it comes from an administrator who may use the route. */
  private void receiveLarge(HttpServerRequest request, Incoming head, Route route) {
    request.pause();
    vertx
        .executeBlocking(() -> reception.permission(head, route), false)
        .onSuccess(
            permission -> {
              int most = permission.mayUse() ? route.mostBytes() : 0;
              receive(request, head, most, permission.refusal());
              request.resume();
            })
        .onFailure(e -> fail(request.response()));
  }

  /** Reads the body, and then sends the answer or the refusal. */
  private void receive(
      HttpServerRequest request, Incoming head, int most, @Nullable AdminAnswer refusal) {
    receive(request, head, most, (long) most + MOST_READ, refusal);
  }

  private void receive(
      HttpServerRequest request,
      Incoming head,
      int most,
      long mostRead,
      @Nullable AdminAnswer refusal) {
    RequestBody body = new RequestBody(request, most, mostRead);
    long timer = vertx.setTimer(bodyMillis, due -> expire(request, bodyMillis));
    request
        .handler(body)
        .end()
        .onSuccess(ended -> vertx.cancelTimer(timer))
        .onFailure(gone -> vertx.cancelTimer(timer))
        .map(ended -> head.with(body.content(), most))
        .compose(
            incoming ->
                refusal == null
                    ? vertx.executeBlocking(() -> reception.answer(incoming), false)
                    : Future.succeededFuture(refusal))
        .onSuccess(answer -> send(request, answer))
        .onFailure(e -> fail(request.response()));
  }

  /** Answers a request whose body takes too long, and closes its connection or stream. */
  private void expire(HttpServerRequest request, long millis) {
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    String detail = "body: incomplete (expected: within " + millis + " ms)";
    send(request, new ProblemException(408, detail).answer(parts.time().nanos()));
    RequestBody.cutOff(request);
  }

  private boolean isAllowed(HttpServerRequest request) {
    if (parts.allowed().isEmpty()) {
      return true;
    }
    String address = parts.addresses().certain(request.remoteAddress(), request.headers());
    return address != null && parts.allowed().contains(address);
  }

  private Incoming incoming(HttpServerRequest request) {
    String path = request.path();
    return new Incoming(
        request.method().name(),
        path == null ? "" : path,
        request.query(),
        request.headers(),
        parts.addresses().of(request.remoteAddress(), request.headers()),
        Origins.authority(request),
        null,
        0,
        requestId(request),
        null,
        request.response()::closed);
  }

  private static String requestId(HttpServerRequest request) {
    String sent = RequestIds.of(request.headers());
    return sent == null ? UUID.randomUUID().toString() : sent;
  }

  private static void send(HttpServerRequest request, AdminAnswer answer) {
    if (request.response().ended() || request.response().closed()) {
      return;
    }
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

  /** Fails a request that broke off or that no worker accepted. */
  private static void fail(HttpServerResponse response) {
    if (!response.ended() && !response.closed()) {
      response.setStatusCode(500).end();
    }
  }
}
