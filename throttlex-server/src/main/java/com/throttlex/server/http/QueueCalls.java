package com.throttlex.server.http;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueStatus;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.server.json.JsonMembers;
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
import org.jspecify.annotations.Nullable;

/**
 * The operations on the queues of denied requests, in JSON; the data port and the admin port serve
 * them. The audit entries record changes.
 */
public final class QueueCalls {
  private static final int MOST_TAKEN = 100;
  private static final int MOST_TICKETS = 100;
  private static final int DEFAULT_TAKEN = 10;
  private static final int LETTERS = 100;
  private static final long VISIBILITY = Duration.ofSeconds(30).toMillis();
  private static final long LONGEST_VISIBILITY = Duration.ofHours(1).toMillis();

  private final OverflowQueue queue;
  private final QueueTrail trail;

  /** Creates the operations on these queues. */
  public QueueCalls(OverflowQueue queue, QueueTrail trail) {
    this.queue = queue;
    this.trail = trail;
  }

  /** Returns the state of the queue of a service. */
  public CompletionStage<JsonObject> status(String service) {
    return queue.status(service).thenApply(status -> json(service, status));
  }

  private static JsonObject json(String service, QueueStatus status) {
    Instant oldest = status.oldest();
    return new JsonObject()
        .put("service", service)
        .put("length", status.length())
        .put("oldest", oldest == null ? null : oldest.getEpochSecond())
        .put("dead", status.dead());
  }

  /** Returns the latest dead letters of a service. */
  public CompletionStage<JsonObject> dead(String service) {
    return queue.deadLetters(service, LETTERS).thenApply(QueueCalls::letters);
  }

  private static JsonObject letters(List<DeadLetter> letters) {
    JsonArray items = new JsonArray();
    for (DeadLetter letter : letters) {
      items.add(
          new JsonObject()
              .put("ticket", letter.ticket())
              .put("request", request(letter.request()))
              .put("reason", letter.reason())
              .put("attempts", letter.attempts())
              .put("at", letter.at().getEpochSecond()));
    }
    return new JsonObject().put("items", items);
  }

  /**
   * Takes requests.
   *
   * @throws InvalidRequestException if the body is not as expected; likewise below
   */
  public CompletionStage<JsonObject> take(String actor, String service, JsonObject body) {
    JsonMembers members = new JsonMembers(body, "consumer", "max", "visibilityMs");
    String consumer = members.name("consumer");
    int max = (int) members.number("max", 1, MOST_TAKEN, DEFAULT_TAKEN);
    long visibility = members.number("visibilityMs", 1, LONGEST_VISIBILITY, VISIBILITY);
    members.finish(InvalidRequestException::new);
    return noted(
        actor,
        "queue-take",
        service,
        "items",
        queue
            .take(service, consumer, max, Duration.ofMillis(visibility))
            .thenApply(QueueCalls::items));
  }

  private static JsonObject items(List<Delivery> taken) {
    JsonArray items = new JsonArray();
    for (Delivery delivery : taken) {
      items.add(
          new JsonObject()
              .put("ticket", delivery.ticket())
              .put("request", request(delivery.request()))
              .put("deadline", delivery.deadline().getEpochSecond())
              .put("attempt", delivery.attempt()));
    }
    return new JsonObject().put("items", items);
  }

  /**
   * Returns the queued request as JSON. An application may have queued other text; it is returned
   * as a text.
   */
  private static @Nullable Object request(String text) {
    try {
      return Json.decodeValue(text);
    } catch (DecodeException e) {
      return text;
    }
  }

  /** Acknowledges taken requests. */
  public CompletionStage<JsonObject> acknowledge(String actor, String service, JsonObject body) {
    JsonMembers members = new JsonMembers(body, "tickets");
    List<String> tickets = members.names("tickets", MOST_TICKETS);
    members.finish(InvalidRequestException::new);
    String done = "acknowledged";
    return noted(
        actor,
        "queue-ack",
        service,
        done,
        each(done, tickets, ticket -> queue.acknowledge(service, ticket)));
  }

  /** Returns taken requests to the queue. */
  public CompletionStage<JsonObject> retry(String actor, String service, JsonObject body) {
    JsonMembers members = new JsonMembers(body, "tickets", "consumer", "afterMs", "reason");
    List<String> tickets = members.names("tickets", MOST_TICKETS);
    String consumer = members.optionalName("consumer");
    Duration after = Duration.ofMillis(members.number("afterMs", 0, LONGEST_VISIBILITY, 0));
    String reason = members.optionalName("reason");
    members.finish(InvalidRequestException::new);
    String done = "returned";
    return noted(
        actor,
        "queue-retry",
        service,
        done,
        each(done, tickets, ticket -> queue.retry(service, ticket, consumer, after, reason)));
  }

  /** Records a change; the answer lists the changed requests under that name. */
  private CompletionStage<JsonObject> noted(
      String actor,
      String action,
      String service,
      String changed,
      CompletionStage<JsonObject> change) {
    return change.thenApply(
        json -> {
          trail.note(actor, action, service, json.getJsonArray(changed).size());
          return json;
        });
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
