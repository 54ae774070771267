package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import com.throttlex.server.access.AccessException;
import com.throttlex.server.access.Origins;
import com.throttlex.server.access.RequestBody;
import com.throttlex.server.access.RequestIds;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of the data plane, with its caller, its body and its answer.
 *
 * <p>Steps check the method, the caller, the origin, the type and the body before a handler runs.
 * The first step that fails answers. Every request gets an answer, whatever fails.
 */
final class HttpExchange {
  private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);
  private static final List<HttpMethod> POST = List.of(HttpMethod.POST);

  private static final long NO_TIMER = -1;

  private final HttpServerRequest request;
  private final HttpDoor.Parts parts;
  private final HttpAnswer answer;
  private Caller caller = Caller.NOBODY;
  private @Nullable RequestBody body;
  private long timer = NO_TIMER;
  private boolean ended;
  private boolean refused;

  HttpExchange(HttpServerRequest request, HttpDoor.Parts parts) {
    this.request = request;
    this.parts = parts;
    answer = new HttpAnswer(request.response(), parts);
  }

  HttpServerRequest request() {
    return request;
  }

  HttpAnswer answer() {
    return answer;
  }

  /** Returns the caller; without fields before {@link #identify}. */
  Caller caller() {
    return caller;
  }

  /** Returns the name of the request in the log, or null. */
  @Nullable String requestId() {
    return RequestIds.of(request.headers());
  }

  /** Returns the bytes of the body; empty before it was read. */
  byte[] body() {
    Buffer content = body == null ? null : body.content();
    return content == null ? new byte[0] : content.getBytes();
  }

  /** Runs a step; a failure becomes the answer. */
  void run(Consumer<HttpExchange> step) {
    try {
      step.accept(this);
    } catch (InvalidRequestException e) {
      answer.problem(400, String.valueOf(e.getMessage()));
    } catch (AccessException e) {
      answer.refused(e);
      RequestBody.drop(request);
    } catch (RuntimeException e) {
      LOG.error("request failed", e);
      answer.problem(500, "The request could not be handled; see the log of the service.");
    } catch (Throwable e) { // an error of the JVM closes this connection only
      LOG.error("HTTP connection closed: a request failed", e);
      request.connection().close();
    }
  }

  /** Runs the next step when the result is available, on the event loop of the request. */
  <T> void then(CompletionStage<T> stage, Consumer<T> next) {
    Context loop = stage.toCompletableFuture().isDone() ? null : Vertx.currentContext();
    stage.whenComplete(
        (result, failure) -> {
          if (loop == null) {
            resume(result, failure, next);
          } else {
            loop.runOnContext(later -> resume(result, failure, next));
          }
        });
  }

  private <T> void resume(T result, @Nullable Throwable failure, Consumer<T> next) {
    if (failure == null) {
      run(same -> next.accept(result));
    } else {
      LOG.warn("store unavailable; a request is answered with 503", failure);
      answer.problem(503, "Rate limits are temporarily unavailable.");
    }
  }

  /** Reads the JSON body of a POST and runs the handler. */
  void post(int mostBytes, Consumer<HttpExchange> handler) {
    if (allows(POST) && isJsonOfOurs()) {
      read(mostBytes, handler);
    }
  }

  /** Reads the JSON body of a POST whose caller may need a bearer token, and runs the handler. */
  void check(int mostBytes, Consumer<HttpExchange> handler) {
    if (allows(POST) && identify() && isJsonOfOurs()) {
      read(mostBytes, handler);
    }
  }

  /** Returns whether the method is one of these; if not, answers 405. */
  boolean allows(List<HttpMethod> methods) {
    if (methods.contains(request.method())) {
      return true;
    }
    String allowed = String.join(", ", methods.stream().map(HttpMethod::name).toList());
    request.response().putHeader(HttpHeaders.ALLOW, allowed);
    answer.problem(405, "method: " + request.method().name() + " (expected: " + allowed + ")");
    return false;
  }

  /**
   * Reads the caller from the headers. If a required token is missing, answers 401 and returns
   * false.
   */
  boolean identify() {
    caller = Caller.of(request.headers(), parts);
    if (!parts.tokenRequired() || caller.identity() != null) {
      return true;
    }
    request.response().putHeader("WWW-Authenticate", "Bearer");
    answer.problem(401, "Authorization: no valid token (expected: a bearer token)");
    return false;
  }

  /**
   * Returns whether the body is JSON and not from a page of another site; if not, answers 403 or
   * 415.
   */
  private boolean isJsonOfOurs() {
    if (Origins.isForeign(request.headers(), Origins.authority(request))) {
      answer.problem(403, "Origin: another site (expected: no Origin, or that of this service)");
      return false;
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && !RequestBody.isJson(type)) {
      answer.problem(
          415, "Content-Type: " + ShownText.quoted(type) + " (expected: " + RequestBody.JSON + ")");
      return false;
    }
    return true;
  }

  /** Reads the body; rejects one that is too long or too slow. */
  private void read(int mostBytes, Consumer<HttpExchange> handler) {
    RequestBody reading = new RequestBody(request, mostBytes, Long.MAX_VALUE);
    body = reading;
    request.handler(
        chunk -> {
          if (!refused) {
            receive(reading, chunk, mostBytes);
          }
        });
    request.exceptionHandler(gone -> end());
    request.endHandler(
        all -> {
          end();
          if (!refused) {
            run(handler);
          }
        });
    // A body that arrives together with the head needs no timer.
    parts.vertx().runOnContext(later -> startTimer());
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && exceeds(length, mostBytes)) {
      refuse(413, "body: " + length + " bytes (expected: at most " + mostBytes + ")");
    }
  }

  private void receive(RequestBody reading, Buffer chunk, int mostBytes) {
    reading.handle(chunk);
    if (reading.isTooLong()) {
      refuse(413, "body: more than " + mostBytes + " bytes (expected: at most " + mostBytes + ")");
    }
  }

  private static boolean exceeds(String length, int most) {
    try {
      return Long.parseLong(length) > most;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  private void startTimer() {
    if (!ended) {
      timer = parts.vertx().setTimer(parts.bodyMillis(), due -> expire());
    }
  }

  private void expire() {
    timer = NO_TIMER;
    refuse(408, "body: incomplete (expected: within " + parts.bodyMillis() + " ms)");
    RequestBody.cutOff(request);
  }

  /**
   * Answers once, and closes the connection afterwards. Until the timer closes it, the rest of the
   * body is read and dropped.
   */
  private void refuse(int status, String detail) {
    if (!refused) {
      refused = true;
      if (request.version() != HttpVersion.HTTP_2) {
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      }
      answer.problem(status, detail);
    }
  }

  private void end() {
    ended = true;
    if (timer != NO_TIMER) {
      parts.vertx().cancelTimer(timer);
    }
  }
}
