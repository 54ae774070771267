package com.throttlex.proxy;

import com.throttlex.Decision;
import com.throttlex.TimeSource;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Refusal;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the answers that the proxy gives itself. */
public final class ProxyAnswers {
  private final RateLimitHeaders headers;
  private final TimeSource time;
  private final Function<Decision, @Nullable String> denialKeys;

  /**
   * Creates answers.
   *
   * @param headers write the rate limit headers
   * @param denialKeys returns the key that a denial names, or null
   */
  public ProxyAnswers(
      RateLimitHeaders headers, TimeSource time, Function<Decision, @Nullable String> denialKeys) {
    this.headers = headers;
    this.time = time;
    this.denialKeys = denialKeys;
  }

  /** Sets the rate limit headers of a decision, in place of others of the same names. */
  public void limits(Decision decision, MultiMap to) {
    headers.render(decision, to::set);
  }

  /** Answers a denied request. */
  public void denial(HttpServerRequest request, Decision decision) {
    limits(decision, request.response().headers());
    String body = DecisionJson.denial(decision, denialKeys.apply(decision));
    send(request, Refusal.status(decision), body);
  }

  /** Answers with a problem. */
  public void problem(HttpServerRequest request, int status, String detail) {
    send(request, status, ProblemJson.body(status, detail, time.nanos()));
  }

  /** Answers with a problem, and closes the connection because its bytes cannot be trusted. */
  public void ambiguous(HttpServerRequest request, String detail) {
    closing(request, 400, detail);
  }

  /** Answers with a problem, and closes the connection. */
  public void closing(HttpServerRequest request, int status, String detail) {
    HttpServerResponse response = request.response();
    boolean http2 = request.version() == HttpVersion.HTTP_2;
    if (!http2) {
      ConnectionGuard.condemn(request);
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Future<Void> sent = write(response, status, ProblemJson.body(status, detail, time.nanos()));
    if (http2) {
      UnreadBody.drop(request);
    } else {
      sent.onComplete(done -> request.connection().close());
    }
  }

  /** Asks a client to send its body, if it waits for that; HTTP/1.0 does not know this answer. */
  public static void inviteBody(HttpServerRequest request) {
    if (request.getHeader(HttpHeaders.EXPECT) != null
        && request.version() != HttpVersion.HTTP_1_0) {
      request.response().writeContinue();
    }
  }

  private static void send(HttpServerRequest request, int status, String body) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (UnreadBody.endsConnection(request)) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    write(response, status, body);
    UnreadBody.drop(request);
  }

  private static Future<Void> write(HttpServerResponse response, int status, String body) {
    return response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, ProblemJson.MEDIA_TYPE)
        .end(Buffer.buffer(body.getBytes(StandardCharsets.UTF_8)));
  }
}
