package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.ProblemJson;
import com.throttlex.http.Refusal;
import com.throttlex.queue.Ticket;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.server.access.AccessException;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request.
 *
 * <p>If the client disconnects before it gets the answer, the answer ends the reservations in it,
 * because the client cannot release them. Used by one thread at a time.
 */
final class HttpAnswer {
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  private static final CharSequence PROBLEM = HttpHeaders.createOptimized(ProblemJson.MEDIA_TYPE);
  private static final CharSequence RESERVATION =
      HttpHeaders.createOptimized("X-RateLimit-Reservation");

  /** Headers that make clients retry; a queued request must not be retried. */
  static final List<String> RETRY = List.of("Retry-After", "X-RateLimit-Retry-After");

  /** The names of headers that most answers have, in the form that is written fastest. */
  private static final Map<String, CharSequence> NAMES =
      Stream.of(
              "X-RateLimit-Limit",
              "X-RateLimit-Remaining",
              "X-RateLimit-Reset",
              "RateLimit-Policy",
              "RateLimit")
          .collect(Collectors.toMap(Function.identity(), HttpHeaders::createOptimized));

  private record Reserved(RequestContext request, Decision decision) {}

  private final HttpServerResponse response;
  private final HttpDoor.Parts parts;
  private @Nullable List<Reserved> reserved;

  HttpAnswer(HttpServerResponse response, HttpDoor.Parts parts) {
    this.response = response;
    this.parts = parts;
  }

  /** Adds a decision to the answer. */
  void add(RequestContext request, Decision decision) {
    if (decision.reservation() != null) {
      reserved = reserved == null ? new ArrayList<>(1) : reserved;
      reserved.add(new Reserved(request, decision));
    }
  }

  /** Ends all reservations, because the client does not get the answer. */
  void undelivered() {
    if (reserved != null) {
      reserved.forEach(each -> parts.throttlex().undelivered(each.request, each.decision));
      reserved = null;
    }
  }

  /** Answers a check. */
  void decision(RequestContext request, Decision decision) {
    if (decision.allowed()) {
      add(request, decision);
      limits(decision);
      json(DecisionJson.body(decision));
    } else {
      denial(decision, Refusal.status(decision));
    }
  }

  /** Answers an extension. It stands if the client does not get the answer. */
  void extension(Decision decision) {
    if (decision.allowed()) {
      limits(decision);
      json(DecisionJson.body(decision));
    } else {
      denial(decision, Refusal.status(decision));
    }
  }

  /** Answers a check whose request was queued, or denied because it could not be queued. */
  void queued(Decision decision, Optional<Ticket> ticket) {
    if (ticket.isEmpty()) {
      denial(decision, Refusal.status(decision));
      return;
    }
    response.setStatusCode(202);
    limits(decision);
    RETRY.forEach(response.headers()::remove);
    json(queuedText(decision, ticket, parts));
  }

  /** Returns the text of a decision in a list. */
  static String text(Decision decision, HttpDoor.Parts parts) {
    return decision.allowed()
        ? DecisionJson.body(decision)
        : DecisionJson.denial(decision, parts.denialKeys().apply(decision));
  }

  /** Returns the text of a decision whose request was queued, or could not be queued. */
  static String queuedText(Decision decision, Optional<Ticket> ticket, HttpDoor.Parts parts) {
    return ticket
        .map(of -> DecisionJson.queued(decision, of.id(), of.deadline().getEpochSecond()))
        .orElseGet(() -> text(decision, parts));
  }

  /** Denies with that status. */
  void denial(Decision decision, int status) {
    response.setStatusCode(status);
    limits(decision);
    end(PROBLEM, text(decision, parts));
  }

  /** Allows a request without a body in the answer. */
  void pass(RequestContext request, Decision decision) {
    add(request, decision);
    limits(decision);
    String reservation = decision.reservation();
    if (reservation != null) {
      response.putHeader(RESERVATION, reservation);
    }
    send(null);
  }

  private void limits(Decision decision) {
    MultiMap to = response.headers();
    parts
        .headers()
        .render(decision, (name, value) -> to.add(NAMES.getOrDefault(name, name), value));
  }

  void json(String body) {
    end(JSON, body);
  }

  /** Answers a request that is rejected before it is read. */
  void refused(AccessException e) {
    Decision limit = e.decision();
    if (limit != null) {
      denial(limit, Refusal.status(limit));
      return;
    }
    if (e.reason() == AccessException.Reason.OVERLOADED) {
      overloaded(e, 503);
      return;
    }
    boolean known = e.reason() == AccessException.Reason.FORBIDDEN;
    if (!known) {
      response.putHeader("WWW-Authenticate", e.scheme());
    }
    problem(known ? 403 : 401, e.message());
  }

  /** Answers a check that an overloaded node sheds. */
  void overloaded(AccessException e, int status) {
    response.putHeader("Retry-After", "1");
    problem(status, e.message());
  }

  /** Returns the text of a malformed element of a list. */
  String problemText(InvalidRequestException e) {
    return ProblemJson.body(400, String.valueOf(e.getMessage()), parts.time().nanos());
  }

  /** Answers an error, unless there is an answer already. */
  void problem(int status, String detail) {
    if (!response.headWritten() && !response.ended()) {
      response.setStatusCode(status);
      end(PROBLEM, ProblemJson.body(status, detail, parts.time().nanos()));
    }
  }

  private void end(CharSequence type, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8); // much faster than Vert.x's own encoding
    response.putHeader(HttpHeaders.CONTENT_TYPE, type);
    send(Buffer.buffer(bytes));
  }

  private void send(@Nullable Buffer body) {
    if (reserved != null && response.closed()) {
      undelivered();
      return;
    }
    Future<Void> sent = body == null ? response.end() : response.end(body);
    if (reserved != null) {
      sent.onFailure(gone -> undelivered());
    }
  }
}
