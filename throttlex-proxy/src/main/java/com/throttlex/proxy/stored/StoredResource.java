package com.throttlex.proxy.stored;

import com.throttlex.proxy.ProxyAnswers;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.StoredState.Stage;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource of a stored request: {@code GET} returns its state or its answer, {@code DELETE}
 * cancels it while it waits.
 */
public final class StoredResource {
  /** The path before the ticket. */
  static final String PATH = "/throttlex/requests/";

  private static final Logger LOG = LoggerFactory.getLogger(StoredResource.class);
  private static final String STATE = "X-ThrottleX-State";
  private static final String UNKNOWN =
      "ticket: unknown (expected: one of the last hour; answers are kept for 5 minutes)";

  private final StoredRequests store;
  private final ProxySettings settings;
  private final ProxyAnswers answers;
  private final StoredListener listener;

  /** Creates the resource of all routes. */
  public StoredResource(
      StoredRequests store, ProxySettings settings, ProxyAnswers answers, StoredListener listener) {
    this.store = store;
    this.settings = settings;
    this.answers = answers;
    this.listener = listener;
  }

  /** Returns whether a path in normal form is one of this resource. */
  public static boolean isAt(String path) {
    return path.startsWith(PATH) || PATH.equals(path + "/");
  }

  /** Answers a request to a path of this resource, in normal form. */
  public void answer(HttpServerRequest request, String path) {
    request.resume();
    String ticket = path.substring(Math.min(PATH.length(), path.length()));
    ProxyRoute route = StoredTicket.route(ticket, settings);
    if (route == null) {
      answers.problem(request, 404, UNKNOWN);
    } else if (request.method().equals(HttpMethod.GET)) {
      then(request, store.find(route.id(), ticket), found -> show(request, ticket, found));
    } else if (request.method().equals(HttpMethod.DELETE)) {
      then(request, cancel(route, ticket), stage -> cancelled(request, stage));
    } else {
      request.response().putHeader(HttpHeaders.ALLOW, "GET, DELETE");
      answers.problem(
          request, 405, "method: " + request.method().name() + " (expected: GET or DELETE)");
    }
  }

  /** Cancels a request, and counts it, even if the client does not wait for the answer. */
  private CompletionStage<Optional<Stage>> cancel(ProxyRoute route, String ticket) {
    return store
        .cancel(route.id(), ticket)
        .thenApply(
            stage -> {
              if (stage.isPresent() && stage.get() == Stage.WAITING) {
                listener.happened(route, StoredListener.Event.CANCELLED, 1);
              }
              return stage;
            });
  }

  private <T> void then(HttpServerRequest request, CompletionStage<T> stage, Consumer<T> use) {
    Context loop = Vertx.currentContext();
    stage.whenComplete(
        (result, failure) ->
            loop.runOnContext(
                now -> {
                  if (request.response().closed()) {
                    return;
                  } else if (failure == null) {
                    use.accept(result);
                  } else {
                    unavailable(request, failure);
                  }
                }));
  }

  private void unavailable(HttpServerRequest request, Throwable failure) {
    LOG.warn("store unavailable; a stored request cannot be read: {}", failure.toString());
    request.response().putHeader("Retry-After", "1");
    answers.problem(request, 503, "stored requests: the store is unavailable; retry later");
  }

  private void cancelled(HttpServerRequest request, Optional<Stage> stage) {
    if (stage.isEmpty()) {
      answers.problem(request, 404, UNKNOWN);
    } else if (stage.get() == Stage.WAITING) {
      request.response().setStatusCode(204).end();
    } else {
      answers.problem(
          request, 409, "state: " + text(stage.get()) + " (expected: waiting, to be cancelled)");
    }
  }

  private static String text(Stage stage) {
    return stage.name().toLowerCase(Locale.ROOT);
  }

  private void show(HttpServerRequest request, String ticket, Optional<StoredState> found) {
    if (found.isEmpty()) {
      answers.problem(request, 404, UNKNOWN);
      return;
    }
    StoredState state = found.get();
    StoredAnswer answer;
    try {
      answer = state.stage() == Stage.ANSWERED ? StoredAnswer.parse(state.answer()) : null;
    } catch (RuntimeException e) { // such as a header with a line break, which nobody stores
      LOG.warn("stored requests: an answer in the store is malformed: {}", e.toString());
      answers.problem(request, 500, "answer: malformed in the store; see the log of the proxy");
      return;
    }
    if (answer != null && answer.isWhole()) {
      send(request.response(), answer);
    } else {
      json(request.response(), text(state.stage()), description(ticket, state, answer));
    }
  }

  private static JsonObject description(
      String ticket, StoredState state, @Nullable StoredAnswer answer) {
    JsonObject json = new JsonObject().put("ticket", ticket).put("state", text(state.stage()));
    if (answer != null) {
      return json.put("status", answer.status())
          .put("bodyBytes", answer.length())
          .put("detail", answer.missing());
    }
    return state.stage() == Stage.FAILED
        ? json.put("reason", state.reason())
        : json.put("deadline", state.until().getEpochSecond());
  }

  /** Sends the upstream's answer as the upstream gave it. */
  private static void send(HttpServerResponse response, StoredAnswer answer) {
    response.setStatusCode(answer.status());
    response.headers().addAll(answer.headers());
    response.putHeader(STATE, text(Stage.ANSWERED)).putHeader("Cache-Control", "no-store");
    boolean empty = answer.status() == 204 || answer.status() == 304;
    if (empty) {
      response.end();
    } else {
      response.end(answer.body());
    }
  }

  /** Sends a description of a request. */
  static void json(HttpServerResponse response, String state, JsonObject body) {
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .putHeader("Cache-Control", "no-store")
        .putHeader(STATE, state)
        .end(body.toBuffer());
  }
}
