package com.throttlex.examples.queueworker;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Sends the mails of the queue {@code mail}, no faster than the rules allow.
 *
 * <p>It is a single file, so {@code java MailWorker.java} runs it.
 */
public final class MailWorker {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int VISIBILITY_MILLIS = 30_000;
  private static final long POLL_MILLIS = 100;
  private static final int OK = 200;
  private static final int DENIED = 429;

  /** Sends one mail, or throws. */
  interface Mailer {
    void send(JsonObject request) throws IOException;
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final String consumer = "mail-worker-" + UUID.randomUUID();
  private final URI service;
  private final String token;
  private final Mailer mailer;
  private final long backoffMillis;

  MailWorker(URI service, String token, Mailer mailer, long backoffMillis) {
    this.service = service;
    this.token = token;
    this.mailer = mailer;
    this.backoffMillis = backoffMillis;
  }

  public static void main(String[] args) throws InterruptedException {
    URI service = URI.create(args.length > 0 ? args[0] : "http://localhost:8080");
    String token = System.getenv("THROTTLEX_ADMIN_TOKEN");
    if (token == null) {
      System.err.println(
          "THROTTLEX_ADMIN_TOKEN: not set (expected: an admin token of role editor)");
      System.exit(2);
    }
    Mailer printer = request -> System.out.println("sent to " + request.getString("user"));
    new MailWorker(service, token, printer, 1000).run();
  }

  /** Works until it is interrupted; retries when the service does not answer. */
  void run() throws InterruptedException {
    while (true) {
      try {
        if (!next()) {
          TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
      } catch (IOException e) {
        System.err.println("service: " + e);
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  /** Handles one mail; returns false if the queue is empty. */
  boolean next() throws IOException, InterruptedException {
    JsonObject asked =
        new JsonObject()
            .put("consumer", consumer)
            .put("max", 1)
            .put("visibilityMs", VISIBILITY_MILLIS);
    JsonArray items = queue("take", asked).getJsonArray("items");
    for (int i = 0; i < items.size(); i++) {
      work(items.getJsonObject(i));
    }
    return !items.isEmpty();
  }

  private void work(JsonObject item) throws IOException, InterruptedException {
    long wait = secondsToWait(item);
    while (wait == 1) { // a second or less
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      wait = secondsToWait(item);
    }
    if (wait > 0) {
      queue("retry", returned(item).put("afterMs", TimeUnit.SECONDS.toMillis(wait)));
    } else {
      send(item);
    }
  }

  /** Returns the wait before the mail may be sent; 0 if it may be sent now and is charged. */
  private long secondsToWait(JsonObject item) throws IOException, InterruptedException {
    JsonObject check = item.getJsonObject("request").copy().put("ticket", item.getString("ticket"));
    HttpResponse<String> answer = post("/api/v1/check", check);
    if (answer.statusCode() == OK) {
      return 0;
    } else if (answer.statusCode() == DENIED) {
      return new JsonObject(answer.body()).getLong("retryAfter");
    }
    throw new IOException("check: " + answer.statusCode() + " " + answer.body());
  }

  private void send(JsonObject item) throws IOException, InterruptedException {
    try {
      mailer.send(item.getJsonObject("request"));
    } catch (IOException e) {
      long after = backoffMillis << (item.getInteger("attempt") - 1);
      queue("retry", returned(item).put("afterMs", after).put("reason", String.valueOf(e)));
      return;
    }
    queue("ack", tickets(item));
  }

  private static JsonObject tickets(JsonObject item) {
    return new JsonObject().put("tickets", new JsonArray().add(item.getString("ticket")));
  }

  private JsonObject returned(JsonObject item) {
    return tickets(item).put("consumer", consumer);
  }

  private JsonObject queue(String operation, JsonObject body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = post("/api/v1/queue/mail/" + operation, body);
    if (answer.statusCode() != OK) {
      throw new IOException(operation + ": " + answer.statusCode() + " " + answer.body());
    }
    return new JsonObject(answer.body());
  }

  private HttpResponse<String> post(String path, JsonObject body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve(path))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(body.encode()))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
