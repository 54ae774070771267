package com.throttlex.server.http;

import com.throttlex.server.access.AccessControl;
import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.Role;
import com.throttlex.server.json.StrictJson;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The queues of denied requests, for workers in any language: take, acknowledge, retry.
 *
 * <p>All routes need an admin credential. A viewer may inspect a queue. An editor may take,
 * acknowledge and retry requests.
 */
final class QueueDoor {
  private static final int BODY_BYTES = 64 << 10;

  private final QueueCalls queues;
  private final AccessControl access;

  QueueDoor(HttpDoor.Parts parts) {
    queues = new QueueCalls(parts.queue(), parts.queueTrail());
    access = parts.access();
  }

  /** Answers a request whose path begins with that of the queues. */
  void handle(HttpExchange exchange) {
    QueuePath path = QueuePath.parse(exchange.request().path());
    switch (path.operation()) {
      case "" -> get(exchange, path, queues::status);
      case "/dead" -> get(exchange, path, queues::dead);
      case "/take" -> post(exchange, path, queues::take);
      case "/ack" -> post(exchange, path, queues::acknowledge);
      case "/retry" -> post(exchange, path, queues::retry);
      default -> exchange.answer().problem(404, "path: no such resource");
    }
  }

  /** Changes the queue of a service for an administrator, with the body as parameters. */
  private interface Work {
    CompletionStage<JsonObject> on(String actor, String service, JsonObject body);
  }

  private void get(
      HttpExchange exchange,
      QueuePath path,
      Function<String, CompletionStage<JsonObject>> reading) {
    if (exchange.allows(List.of(HttpMethod.GET))) {
      admit(Role.VIEWER, exchange);
      answer(exchange, reading.apply(path.service()));
    }
  }

  private void post(HttpExchange exchange, QueuePath path, Work work) {
    Admin admin = admit(Role.EDITOR, exchange);
    exchange.post(
        BODY_BYTES,
        same ->
            answer(same, work.on(admin.name(), path.service(), StrictJson.object(same.body()))));
  }

  private Admin admit(Role needed, HttpExchange exchange) {
    HttpServerRequest request = exchange.request();
    return access.admitAdmin(needed, request.headers(), request.remoteAddress());
  }

  private static void answer(HttpExchange exchange, CompletionStage<JsonObject> answer) {
    exchange.then(answer, json -> exchange.answer().json(json.encode()));
  }
}
