package com.throttlex.server.http;

import com.throttlex.request.ShownText;
import com.throttlex.server.access.Origins;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Locale;

/** The checks of a request before its handler runs: method, sender, origin, type, and body. */
final class Entrance {
  /** What to do with a request whose body is there. */
  interface WithBody {
    void answer(HttpServerRequest request, byte[] body);
  }

  /** Handles a request with its sender and body. */
  interface WithCaller {
    void answer(HttpServerRequest request, Caller caller, byte[] body);
  }

  private static final String JSON = "application/json";

  /** The type that curl sends by default. */
  private static final String FORM = "application/x-www-form-urlencoded";

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

  /** Reads the JSON body of a POST and runs the handler. */
  void post(HttpServerRequest request, int most, WithBody handler) {
    if (allows(request, List.of(HttpMethod.POST)) && isJsonOfOurs(request)) {
      read(request, most, handler);
    }
  }

  /** Reads the JSON body of a POST whose sender may need a bearer token, and runs the handler. */
  void check(HttpServerRequest request, int most, WithCaller handler) {
    if (!allows(request, List.of(HttpMethod.POST))) {
      return;
    }
    Caller caller = caller(request);
    if (!refuses(request, caller) && isJsonOfOurs(request)) {
      read(request, most, (same, body) -> handler.answer(same, caller, body));
    }
  }

  private void read(HttpServerRequest request, int most, WithBody handler) {
    bodies.read(
        request, most, body -> completion.guarded(request, () -> handler.answer(request, body)));
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

  /** Returns whether the body is JSON from no page of another site; if not, answers 403 or 415. */
  private boolean isJsonOfOurs(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    if (Origins.isForeign(request.headers(), authority == null ? null : authority.toString())) {
      answers.problem(
          request.response(),
          403,
          "Origin: another site (expected: no Origin, or that of this service)");
      return false;
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && !isJson(type)) {
      answers.problem(
          request.response(),
          415,
          "Content-Type: " + ShownText.quoted(type) + " (expected: " + JSON + ")");
      return false;
    }
    return true;
  }

  private static boolean isJson(String type) {
    if (type.equals(JSON)) {
      return true;
    }
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return media.equals(JSON)
        || media.equals(FORM)
        || (media.startsWith("application/") && media.endsWith("+json"));
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
