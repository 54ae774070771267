package com.throttlex.proxy;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.proxy.upstream.Upstream;
import com.throttlex.proxy.upstream.UpstreamGroup;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchange of one admitted request with an upstream, up to the end of the answer.
 *
 * <p>Before the head of the answer, a failure becomes 502, 503 or 504. After it, the client's
 * connection or stream is cut off, so that a part never looks like the whole.
 */
// Over 300 lines: one state machine, whose steps share the flags of its end.
final class Forwarding {
  private static final Logger LOG = LoggerFactory.getLogger(Forwarding.class);
  private static final long CANCEL = 8;
  private static final long NO_TIMER = -1;
  private static final int SWITCHING = 101;

  /** An answer with this header in its head has neither body nor trailers. */
  private static final CharSequence GRPC_STATUS = HttpHeaders.createOptimized("grpc-status");

  private static final Set<HttpMethod> IDEMPOTENT =
      Set.of(
          HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.PUT, HttpMethod.DELETE);

  private final ProxyParts parts;
  private final ProxyExchange exchange;
  private final ProxyHeaders headers;
  private final Decision decision;
  private final AnswerMeter meter;
  private final HttpServerRequest client;
  private final HttpServerResponse response;
  private final UpstreamGroup group;
  private final RequestFraming framing;
  private final Upload upload;
  private final long timeoutNanos;
  private @Nullable Upstream upstream;
  private @Nullable HttpClientRequest sent;
  private int attempts;
  private boolean answered;
  private boolean endsConnection;
  private boolean over;
  private long timer = NO_TIMER;

  Forwarding(
      ProxyParts parts,
      ProxyExchange exchange,
      ProxyHeaders headers,
      Decision decision,
      AnswerMeter meter) {
    this.parts = parts;
    this.exchange = exchange;
    this.headers = headers;
    this.decision = decision;
    this.meter = meter;
    client = exchange.request();
    response = client.response();
    group = parts.upstreams(exchange.route());
    framing = RequestFraming.of(client);
    upload = new Upload(client, framing, exchange.route().maxBody(), this);
    timeoutNanos = exchange.route().timeout().toNanos();
  }

  void start() {
    startTimer(timeoutNanos);
    attempt(null);
  }

  private void attempt(@Nullable Upstream failed) {
    int its = ++attempts;
    Upstream picked = group.pick(System.nanoTime(), failed);
    upstream = picked;
    if (picked == null) {
      response.putHeader("Retry-After", "1");
      refuse(503, "upstream: none is available (expected: one that answers)", Outcome.FAILURE);
      return;
    }
    prepare(
        picked,
        () ->
            connect(picked)
                .onComplete(
                    ready -> {
                      if (ready.succeeded()) {
                        prepare(picked, () -> connected(picked, its, ready.result()));
                      } else {
                        failed(picked, its, ready.cause());
                      }
                    }));
  }

  /** Runs a step of the request; an exception is no failure of the upstream. */
  private void prepare(Upstream to, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.warn("proxy: a request to {} cannot be sent; the client gets 502", to.url(), e);
      refuse(502, "request: cannot be sent to the upstream; see the log of the proxy");
    }
  }

  private Future<HttpClientRequest> connect(Upstream to) {
    String target = exchange.path().target(to.basePath(), exchange.route().stripPrefix());
    return framing.isUpgrade()
        ? parts.clients().upgrade(to, target)
        : parts.clients().request(to, client.method(), target, framing.isGrpc());
  }

  /** Runs a step of the answer; an exception counts as a failure of the upstream. */
  private void safely(Upstream from, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) { // such as a header that one side sends and the other forbids
      LOG.warn("proxy: a request to {} failed", from.url(), e);
      failed(from, attempts, e);
    }
  }

  private void connected(Upstream to, int its, HttpClientRequest request) {
    request.exceptionHandler(failure -> failed(to, its, failure));
    if (over) {
      request.reset(CANCEL);
      return;
    }
    sent = request;
    headers.toUpstream(exchange, request.headers());
    framing.writeTo(request, RequestGuard.hostOf(client));
    if (framing.isUpgrade()) {
      request.putHeader(HttpHeaders.CONNECTION, "Upgrade");
      request.putHeader(HttpHeaders.UPGRADE, "websocket");
    }
    Future<HttpClientResponse> answer =
        framing.isUpgrade() ? request.connect() : request.response();
    answer.onComplete(
        done -> {
          if (done.succeeded()) {
            safely(to, () -> answer(to, request, done.result()));
          } else {
            failed(to, its, done.cause());
          }
        });
    if (!framing.isUpgrade()) {
      request.earlyHintsHandler(this::earlyHints);
      upload.start(request);
    }
  }

  private void earlyHints(MultiMap hints) {
    if (!over && !response.headWritten() && client.version() != HttpVersion.HTTP_1_0) {
      response.writeEarlyHints(hints);
    }
  }

  private void answer(Upstream from, HttpClientRequest request, HttpClientResponse answer) {
    if (over || answered) {
      return;
    }
    answered = true;
    cancelTimer();
    from.succeeded();
    head(answer);
    if (framing.isUpgrade() && answer.statusCode() == SWITCHING) {
      new Tunnel(exchange, meter, this).open(answer);
      return;
    }
    answer.exceptionHandler(failure -> failed(from, attempts, failure));
    BodyRelay.start(answer, response, this::passes, () -> complete(request, answer));
    if (response.isChunked() && !answer.headers().contains(GRPC_STATUS)) {
      parts.vertx().runOnContext(later -> flushHead());
    }
  }

  /** Sends the head of a stream whose first event may be far away; Vert.x cannot for HTTP/1.0. */
  private void flushHead() {
    if (!over && !response.headWritten()) {
      response.writeHead();
    }
  }

  private void head(HttpClientResponse answer) {
    int status = answer.statusCode();
    exchange.head(status);
    meter.head(status, answer.headers());
    response.setStatusCode(status);
    if (answer.statusMessage() != null && client.version() != HttpVersion.HTTP_2) {
      response.setStatusMessage(answer.statusMessage());
    }
    ProxyHeaders.toClient(answer.headers(), answer.version(), response.headers());
    parts.answers().limits(decision, response.headers());
    boolean empty =
        client.method().equals(HttpMethod.HEAD)
            || status == SWITCHING
            || status == 204
            || status == 304;
    if (!empty && !response.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      delimit();
    }
  }

  /** Marks the end of an answer of unknown length: by the last chunk, or HTTP/1.0 by closing. */
  private void delimit() {
    if (client.version() == HttpVersion.HTTP_1_0) {
      endsConnection = true;
      ConnectionGuard.condemn(client);
      // Vert.x has set keep-alive until then, if the client asked for it.
      response.headersEndHandler(
          last -> response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE));
    } else {
      response.setChunked(true);
    }
  }

  private boolean passes(Buffer chunk) {
    if (!meter.chunk(chunk)) {
      LOG.debug("proxy: an answer is cut off because its cost cannot be charged");
      cutOff(Outcome.SUCCESS);
      return false;
    }
    return true;
  }

  private void complete(HttpClientRequest request, HttpClientResponse answer) {
    if (over) {
      return;
    }
    finish();
    if (!upload.isComplete()) { // the upstream answered early
      abandon(request);
    }
    if (!answer.trailers().isEmpty()) { // only to look at ours would send empty ones
      ProxyHeaders.trailers(answer.trailers(), response.trailers());
    }
    Outcome outcome = Outcome.ofStatus(answer.statusCode());
    response
        .end()
        .onComplete(
            done -> {
              exchange.end(outcome, done.succeeded());
              if (endsConnection) {
                client.connection().close();
              }
            });
    if (!upload.isComplete()) {
      UnreadBody.drop(client);
    }
  }

  /** Handles a failure of the connection to the upstream; one attempt may report several. */
  private void failed(Upstream to, int attempt, Throwable failure) {
    if (over || attempt != attempts) {
      return;
    }
    LOG.debug("proxy: upstream {} failed", to.url(), failure);
    count(to);
    if (answered) {
      cutOff(Outcome.FAILURE);
    } else if (attempts == 1 && upload.isRepeatable() && IDEMPOTENT.contains(client.method())) {
      parts.hooks().listener().retried(exchange.route());
      to.end();
      attempt(to);
    } else {
      refuse(502, "upstream: connection failed (expected: an answer)", Outcome.FAILURE);
    }
  }

  private void count(Upstream failed) {
    if (failed.failed(System.nanoTime())) {
      parts.hooks().listener().ejected(exchange.route(), failed.url());
    }
  }

  private void startTimer(long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
    timer = parts.vertx().setTimer(millis, due -> expired());
  }

  /** Ends an exchange without progress, caused by the upstream or by a client that still sends. */
  private void expired() {
    timer = NO_TIMER;
    long left = timeoutNanos - (System.nanoTime() - upload.progressNanos());
    if (left > 0) {
      startTimer(left);
    } else if (upload.awaitsClient()) {
      refuse(408, ProxyExchange.INCOMPLETE);
      UnreadBody.cutOff(client);
    } else {
      if (upstream != null) {
        count(upstream);
      }
      refuse(504, "upstream: no answer within the timeout of the route", Outcome.DROPPED);
    }
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      parts.vertx().cancelTimer(timer);
      timer = NO_TIMER;
    }
  }

  /** Refuses a request whose body is not as long as it says. */
  void malformed(String detail) {
    refuse(400, detail);
    UnreadBody.cutOff(client);
  }

  /** Ends the request because of the client: with a problem, or cut off after the head. */
  void refuse(int status, String detail) {
    refuse(status, detail, Outcome.UNKNOWN);
  }

  private void refuse(int status, String detail, Outcome outcome) {
    if (over) {
      return;
    } else if (answered) {
      cutOff(outcome);
      return;
    }
    cancel();
    exchange.refuse(status, detail, outcome);
  }

  /** Ends the request and the client's connection or stream, after the head of the answer. */
  void cutOff(Outcome outcome) {
    cancel();
    UnreadBody.cutOff(client);
    exchange.end(outcome, false);
  }

  /** Ends the request to the upstream. */
  void cancel() {
    if (over) {
      return;
    }
    finish();
    if (sent != null) {
      abandon(sent);
    }
  }

  /**
   * Gives up a request. With HTTP/1.1 a body that is not complete leaves the connection where
   * another request must not begin; Vert.x would use it again once the answer is complete.
   */
  private void abandon(HttpClientRequest request) {
    if (request.version() == HttpVersion.HTTP_2 || upload.isComplete()) {
      request.reset(CANCEL);
    } else {
      request.connection().close();
    }
  }

  /** Ends everything but the connections. */
  void finish() {
    over = true;
    cancelTimer();
    upload.stop();
    if (upstream != null) {
      upstream.end();
    }
  }

  boolean isOver() {
    return over;
  }
}
