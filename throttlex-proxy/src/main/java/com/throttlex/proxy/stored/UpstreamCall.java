package com.throttlex.proxy.stored;

import com.throttlex.proxy.AnswerMeter;
import com.throttlex.proxy.ProxyParts;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.upstream.Upstream;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a stored request to an upstream once, and collects the answer up to the size that is kept.
 * The head must come within the timeout of the route, and the body within the same time again. It
 * ends exactly once, whatever fails.
 */
final class UpstreamCall {
  private static final Logger LOG = LoggerFactory.getLogger(UpstreamCall.class);
  private static final long CANCEL = 8;
  private static final long NO_TIMER = -1;
  private static final String BROKEN = "connection to the upstream failed";
  private static final Set<HttpMethod> WITHOUT_BODY =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.DELETE, HttpMethod.OPTIONS);

  private final ProxyParts parts;
  private final ProxyRoute route;
  private final StoredCall call;
  private final String ticket;
  private final AnswerMeter meter;
  private final Promise<StoredAnswer> answer = Promise.promise();
  private final Buffer body = Buffer.buffer();
  private @Nullable Upstream upstream;
  private @Nullable HttpClientRequest sent;
  private long length;
  private long timer = NO_TIMER;

  /**
   * Creates a call.
   *
   * @param meter sees the answer; whoever sends the request ends it
   */
  UpstreamCall(
      ProxyParts parts, ProxyRoute route, StoredCall call, String ticket, AnswerMeter meter) {
    this.parts = parts;
    this.route = route;
    this.call = call;
    this.ticket = ticket;
    this.meter = meter;
  }

  /** Sends the request; the message of a failure is a reason without secrets. */
  Future<StoredAnswer> send() {
    safely(this::start);
    return answer.future();
  }

  /** Runs a step; an exception ends the call. */
  private void safely(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) { // such as a header that the client of the upstream forbids
      LOG.warn("stored requests: a request of route {} failed", route.id(), e);
      failed("the request could not be sent");
    }
  }

  private void start() {
    Upstream picked = parts.upstreams(route).pick(System.nanoTime(), null);
    if (picked == null) {
      failed("no upstream is available");
      return;
    }
    upstream = picked;
    startTimer();
    String target = call.path().target(picked.basePath(), route.stripPrefix());
    parts
        .clients()
        .request(picked, call.method(), target, false)
        .onComplete(ready -> next(ready, this::connected));
  }

  private <T> void next(AsyncResult<T> result, Consumer<T> step) {
    if (result.succeeded()) {
      safely(() -> step.accept(result.result()));
    } else {
      failed(BROKEN);
    }
  }

  private void startTimer() {
    timer =
        parts
            .vertx()
            .setTimer(
                route.timeout().toMillis(),
                due -> failed("no answer of the upstream within the timeout of the route"));
  }

  private void connected(HttpClientRequest request) {
    request.exceptionHandler(broken -> failed(BROKEN));
    if (answer.future().isComplete()) {
      request.reset(CANCEL);
      return;
    }
    sent = request;
    request.headers().addAll(call.headers()).set("Idempotency-Key", ticket);
    if (call.host() != null && request.version() == HttpVersion.HTTP_2) {
      request.authority(HostAndPort.parseAuthority(call.host(), -1));
    } else if (call.host() != null) {
      request.headers().set(HttpHeaders.HOST, call.host());
    }
    boolean empty = call.body().length() == 0 && WITHOUT_BODY.contains(call.method());
    (empty ? request.send() : request.send(call.body())).onComplete(head -> next(head, this::head));
  }

  private void head(HttpClientResponse response) {
    if (answer.future().isComplete()) {
      return;
    }
    parts.vertx().cancelTimer(timer);
    startTimer();
    response.exceptionHandler(broken -> failed("the answer of the upstream was cut off"));
    meter.head(response.statusCode(), response.headers());
    response.handler(chunk -> safely(() -> add(response, chunk)));
    response.endHandler(end -> safely(() -> complete(response, false)));
  }

  private void add(HttpClientResponse response, Buffer chunk) {
    if (answer.future().isComplete()) {
      return;
    } else if (!meter.chunk(chunk)) {
      complete(response, true);
      reset();
      return;
    }
    length += chunk.length();
    if (length <= StoredAnswer.MOST_BYTES) {
      body.appendBuffer(chunk);
    }
  }

  private void complete(HttpClientResponse response, boolean cut) {
    StoredAnswer made = StoredAnswer.of(response, length, body, cut);
    if (answer.tryComplete(made)) {
      over(true);
    }
  }

  private void failed(String reason) {
    if (answer.tryFail(reason)) {
      over(false);
      reset();
    }
  }

  private void reset() {
    if (sent != null) {
      sent.reset(CANCEL);
    }
  }

  private void over(boolean answered) {
    parts.vertx().cancelTimer(timer);
    Upstream its = upstream;
    if (its != null) {
      its.end();
      if (answered) {
        its.succeeded();
      } else if (its.failed(System.nanoTime())) {
        parts.hooks().listener().ejected(route, its.url());
      }
    }
  }
}
