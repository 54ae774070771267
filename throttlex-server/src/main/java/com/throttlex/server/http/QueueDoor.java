package com.throttlex.server.http;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueStatus;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.identity.Admin;
import com.throttlex.server.identity.Role;
import com.throttlex.server.json.JsonMembers;
import com.throttlex.server.json.StrictJson;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The queues of denied requests, for workers in any language: take, acknowledge, retry.
 *
 * <p>All routes need an admin credential. A viewer may inspect a queue. An editor may take,
 * acknowledge and retry requests; the audit entries record these changes.
 */
final class QueueDoor {
  private static final int BODY_BYTES = 64 << 10;
  private static final int MOST_TAKEN = 100;
  private static final int MOST_TICKETS = 100;
  private static final int DEFAULT_TAKEN = 10;
  private static final int LETTERS = 100;
  private static final long VISIBILITY = Duration.ofSeconds(30).toMillis();
  private static final long LONGEST_VISIBILITY = Duration.ofHours(1).toMillis();

  private final OverflowQueue queue;
  private final AccessControl access;
  private final QueueTrail trail;

  QueueDoor(HttpDoor.Parts parts) {
    queue = parts.queue();
    access = parts.access();
    trail = parts.queueTrail();
  }

  /** Answers a request whose path begins with that of the queues. */
  void handle(HttpExchange exchange) {
    QueuePath path = QueuePath.parse(exchange.request().path());
    switch (path.operation()) {
      case "" -> get(exchange, () -> queue.status(path.service()).thenApply(s -> status(path, s)));
      case "/dead" ->
          get(exchange, () -> queue.deadLetters(path.service(), LETTERS).thenApply(this::letters));
      case "/take" -> post(exchange, path, "items", this::take);
      case "/ack" -> post(exchange, path, "acknowledged", this::acknowledge);
      case "/retry" -> post(exchange, path, "returned", this::retry);
      default -> exchange.answer().problem(404, "path: no such resource");
    }
  }

  /** Changes the queue of a service, with the body as parameters. */
  private interface Work {
    CompletionStage<JsonObject> on(String service, byte[] body);
  }

  private void get(HttpExchange exchange, Supplier<CompletionStage<JsonObject>> reading) {
    if (exchange.allows(List.of(HttpMethod.GET))) {
      admit(Role.VIEWER, exchange);
      answer(exchange, reading.get());
    }
  }

  /** Changes the queue and records the change; the answer lists the changed requests by name. */
  private void post(HttpExchange exchange, QueuePath path, String changed, Work work) {
    Admin admin = admit(Role.EDITOR, exchange);
    String action = "queue-" + path.operation().substring(1);
    exchange.post(
        BODY_BYTES,
        same ->
            answer(
                same,
                work.on(path.service(), same.body())
                    .thenApply(
                        json -> {
                          int count = json.getJsonArray(changed).size();
                          trail.note(admin.name(), action, path.service(), count);
                          return json;
                        })));
  }

  private Admin admit(Role needed, HttpExchange exchange) {
    HttpServerRequest request = exchange.request();
    return access.admitAdmin(needed, request.headers(), request.remoteAddress());
  }

  private static void answer(HttpExchange exchange, CompletionStage<JsonObject> answer) {
    exchange.then(answer, json -> exchange.answer().json(json.encode()));
  }

  private static JsonObject status(QueuePath path, QueueStatus status) {
    Instant oldest = status.oldest();
    return new JsonObject()
        .put("service", path.service())
        .put("length", status.length())
        .put("oldest", oldest == null ? null : oldest.getEpochSecond())
        .put("dead", status.dead());
  }

  private JsonObject letters(List<DeadLetter> letters) {
    JsonArray items = new JsonArray();
    for (DeadLetter letter : letters) {
      items.add(
          new JsonObject()
              .put("ticket", letter.ticket())
              .put("request", json(letter.request()))
              .put("reason", letter.reason())
              .put("attempts", letter.attempts())
              .put("at", letter.at().getEpochSecond()));
    }
    return new JsonObject().put("items", items);
  }

  private CompletionStage<JsonObject> take(String service, byte[] body) {
    JsonMembers members =
        new JsonMembers(StrictJson.object(body), "consumer", "max", "visibilityMs");
    String consumer = members.name("consumer");
    int max = (int) members.number("max", 1, MOST_TAKEN, DEFAULT_TAKEN);
    long visibility = members.number("visibilityMs", 1, LONGEST_VISIBILITY, VISIBILITY);
    members.finish(InvalidRequestException::new);
    return queue
        .take(service, consumer, max, Duration.ofMillis(visibility))
        .thenApply(QueueDoor::items);
  }

  private static JsonObject items(List<Delivery> taken) {
    JsonArray items = new JsonArray();
    for (Delivery delivery : taken) {
      items.add(
          new JsonObject()
              .put("ticket", delivery.ticket())
              .put("request", json(delivery.request()))
              .put("deadline", delivery.deadline().getEpochSecond())
              .put("attempt", delivery.attempt()));
    }
    return new JsonObject().put("items", items);
  }

  /**
   * Returns the queued request as JSON. An application may have queued other text; it is returned
   * as a text.
   */
  private static @Nullable Object json(String request) {
    try {
      return Json.decodeValue(request);
    } catch (DecodeException e) {
      return request;
    }
  }

  private CompletionStage<JsonObject> acknowledge(String service, byte[] body) {
    JsonMembers members = new JsonMembers(StrictJson.object(body), "tickets");
    List<String> tickets = members.names("tickets", MOST_TICKETS);
    members.finish(InvalidRequestException::new);
    return each("acknowledged", tickets, ticket -> queue.acknowledge(service, ticket));
  }

  private CompletionStage<JsonObject> retry(String service, byte[] body) {
    JsonMembers members =
        new JsonMembers(StrictJson.object(body), "tickets", "consumer", "afterMs", "reason");
    List<String> tickets = members.names("tickets", MOST_TICKETS);
    String consumer = members.optionalName("consumer");
    Duration after = Duration.ofMillis(members.number("afterMs", 0, LONGEST_VISIBILITY, 0));
    String reason = members.optionalName("reason");
    members.finish(InvalidRequestException::new);
    return each(
        "returned", tickets, ticket -> queue.retry(service, ticket, consumer, after, reason));
  }

  /** Applies an operation to each ticket; tickets for which it fails are listed as unknown. */
  private static CompletionStage<JsonObject> each(
      String done, List<String> tickets, Function<String, CompletionStage<Boolean>> work) {
    CompletionStage<JsonObject> all =
        CompletableFuture.completedFuture(
            new JsonObject().put(done, new JsonArray()).put("unknown", new JsonArray()));
    for (String ticket : tickets) {
      all =
          all.thenCombine(
              work.apply(ticket),
              (json, known) -> {
                json.getJsonArray(known ? done : "unknown").add(ticket);
                return json;
              });
    }
    return all;
  }
}
