package com.throttlex.server.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/** What a request has to pass before it is worked on: its method, its body, and who sends it. */
final class Entrance {
  /** What to do with a request whose body is there. */
  interface WithBody {
    void answer(HttpServerRequest request, byte[] body);
  }

  private final Callers callers;
  private final boolean tokenRequired;
  private final Bodies bodies;
  private final Completion completion;
  private final Answers answers;

  Entrance(
      Callers callers,
      boolean tokenRequired,
      Bodies bodies,
      Completion completion,
      Answers answers) {
    this.callers = callers;
    this.tokenRequired = tokenRequired;
    this.bodies = bodies;
    this.completion = completion;
    this.answers = answers;
  }

  /** Goes on with the body of a POST. */
  void post(HttpServerRequest request, int most, WithBody handler) {
    if (allows(request, List.of(HttpMethod.POST))) {
      bodies.read(
          request, most, body -> completion.guarded(request, () -> handler.answer(request, body)));
    }
  }

  /** Whether the method is one of those; if not, that is the answer. */
  boolean allows(HttpServerRequest request, List<HttpMethod> methods) {
    if (methods.contains(request.method())) {
      return true;
    }
    String allowed = String.join(", ", methods.stream().map(HttpMethod::name).toList());
    request.response().putHeader(HttpHeaders.ALLOW, allowed);
    answers.problem(
        request.response(),
        405,
        "method: " + request.method().name() + " (expected: " + allowed + ")");
    return false;
  }

  Caller caller(HttpServerRequest request) {
    return callers.read(request.headers());
  }

  /** Whether the caller has to have a valid token and has none; that is then the answer. */
  boolean refuses(HttpServerRequest request, Caller caller) {
    if (!tokenRequired || caller.identity() != null) {
      return false;
    }
    request.response().putHeader("WWW-Authenticate", "Bearer");
    answers.problem(
        request.response(), 401, "Authorization: no valid token (expected: a bearer token)");
    return true;
  }
}
