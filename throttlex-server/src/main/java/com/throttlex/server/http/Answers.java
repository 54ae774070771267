package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.TimeSource;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Refusal;
import com.throttlex.queue.Ticket;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.server.access.AccessException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes answers. */
final class Answers {
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence PROBLEM = HttpHeaders.createOptimized(ProblemJson.MEDIA_TYPE);
  private static final CharSequence RESERVATION =
      HttpHeaders.createOptimized("X-RateLimit-Reservation");

  /** Headers by which clients ask again; a request that waits in a queue must not be. */
  private static final List<String> AGAIN = List.of("Retry-After", "X-RateLimit-Retry-After");

  /** The names that most answers carry, in the form that is written fastest. */
  private static final Map<String, CharSequence> NAMES =
      Stream.of(
              "X-RateLimit-Limit",
              "X-RateLimit-Remaining",
              "X-RateLimit-Reset",
              "RateLimit-Policy",
              "RateLimit")
          .collect(Collectors.toMap(Function.identity(), HttpHeaders::createOptimized));

  private final RateLimitHeaders headers;
  private final TimeSource time;

  Answers(RateLimitHeaders headers, TimeSource time) {
    this.headers = headers;
    this.time = time;
  }

  /** Answers a check; the result fails when the answer could not be sent. */
  Future<Void> decision(HttpServerResponse response, Decision decision) {
    if (decision.allowed()) {
      limits(response, decision);
      return json(response, DecisionJson.body(decision));
    }
    return denial(response, decision, Refusal.status(decision));
  }

  /** Answers a check whose request was queued, or denied because it could not be. */
  void queued(HttpServerResponse response, Decision decision, Optional<Ticket> ticket) {
    if (ticket.isEmpty()) {
      denial(response, decision, Refusal.status(decision));
      return;
    }
    limits(response.setStatusCode(202), decision);
    AGAIN.forEach(response.headers()::remove);
    json(response, queuedText(decision, ticket));
  }

  /** A decision for a place in a list. */
  static String text(Decision decision) {
    return decision.allowed() ? DecisionJson.body(decision) : DecisionJson.denial(decision);
  }

  /** The same when the request was queued or could not be. */
  static String queuedText(Decision decision, Optional<Ticket> ticket) {
    return ticket
        .map(of -> DecisionJson.queued(decision, of.id(), of.deadline().getEpochSecond()))
        .orElseGet(() -> text(decision));
  }

  /** Denies with that status. */
  Future<Void> denial(HttpServerResponse response, Decision decision, int status) {
    limits(response.setStatusCode(status), decision);
    return end(response, PROBLEM, DecisionJson.denial(decision));
  }

  /** Lets pass without a body. */
  Future<Void> pass(HttpServerResponse response, Decision decision) {
    limits(response, decision);
    String reservation = decision.reservation();
    if (reservation != null) {
      response.putHeader(RESERVATION, reservation);
    }
    return response.end();
  }

  private void limits(HttpServerResponse response, Decision decision) {
    MultiMap to = response.headers();
    headers.render(decision, (name, value) -> to.add(NAMES.getOrDefault(name, name), value));
  }

  Future<Void> json(HttpServerResponse response, String body) {
    return end(response, JSON, body);
  }

  /** Answers what is malformed. */
  void malformed(HttpServerResponse response, InvalidRequestException e) {
    problem(response, 400, String.valueOf(e.getMessage()));
  }

  /** Answers a request whose credential is refused. */
  void refused(HttpServerResponse response, AccessException e) {
    Decision limit = e.decision();
    if (limit != null) {
      denial(response, limit, Refusal.status(limit));
      return;
    }
    boolean known = e.reason() == AccessException.Reason.FORBIDDEN;
    if (!known) {
      response.putHeader("WWW-Authenticate", e.scheme());
    }
    problem(response, known ? 403 : 401, e.message());
  }

  /** The text of a problem, for a place in a list. */
  String problemText(int status, InvalidRequestException e) {
    return ProblemJson.body(status, String.valueOf(e.getMessage()), time.nanos());
  }

  /** Answers an error, unless there is an answer already. */
  void problem(HttpServerResponse response, int status, String detail) {
    if (!response.headWritten() && !response.ended()) {
      response.setStatusCode(status);
      end(response, PROBLEM, ProblemJson.body(status, detail, time.nanos()));
    }
  }

  private static Future<Void> end(HttpServerResponse response, CharSequence type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8); // much faster than Vert.x's own encoding
    return response.putHeader(HttpHeaders.CONTENT_TYPE, type).end(Buffer.buffer(bytes));
  }
}
