package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.admin.ApiDocument;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Costs, slots and metrics of stored requests, through the real service. */
class StoredCostTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: slot
          key: header:X-User
          limits: 1/5m
          algorithm: concurrency
          on-exceed: queue
        - id: tokens
          match: {endpoint: /chat/**}
          key: header:X-User
          limits: 1000/1d
          algorithm: fixed-window
          cost: {estimate: 100, json: usage.total_tokens}
        - id: cut-tokens
          match: {endpoint: /cut/**}
          key: header:X-User
          limits: 1000/1d
          algorithm: fixed-window
          cost: {estimate: 100, json: usage.total_tokens, on-overrun: cut}
      """;

  @TempDir static Path folder;
  private static JdkUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = LlmApplication.start();
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - {id: counted, match: {path: /counted/**}, upstreams: [%1$s]}
                - {id: llm, upstreams: [%1$s], timeout: 2s}
            """
                .formatted(upstream.url()));
  }

  @AfterAll
  static void stop() {
    LlmApplication.releaseAll();
    server.close();
    upstream.close();
  }

  private static Reply get(String user, String path, String... headers) {
    return server.send(
        RunningServer.request(server.proxyPort(), path, headers).header("X-User", user));
  }

  /** Stores a request while another one has the slot of its user; returns its location. */
  private static String stored(String user, String path) {
    String word = "first" + user;
    String holding = path.substring(0, path.indexOf('?')) + "?stream=" + word;
    CompletableFuture<Reply> first = CompletableFuture.supplyAsync(() -> get(user, holding));
    Await.until(
        "the first request",
        () -> upstream.seen().stream().anyMatch(seen -> seen.target().equals(holding)));
    Reply reply = get(user, path, "Prefer", "respond-async");
    LlmApplication.release(word);
    assertThat(reply.status()).as(reply.body()).isEqualTo(202);
    assertThat(first.join().status()).isEqualTo(200);
    return reply.header("Location");
  }

  private static Reply answered(String location) {
    return Await.answer(
        "the answer at " + location,
        () ->
            Optional.of(get("reader", location))
                .filter(reply -> "answered".equals(reply.header("X-ThrottleX-State"))));
  }

  private static long attempts(String location) {
    String ticket = location.substring(location.lastIndexOf('/') + 1);
    return upstream.seen().stream()
        .filter(seen -> ticket.equals(seen.header("Idempotency-key")))
        .count();
  }

  private static long left(String rule, String user, String path) {
    String peek = new JsonObject().put("endpoint", path).put("cost", 0).encode();
    return server.check(peek, "X-User", user).json().getJsonArray("limits").stream()
        .map(JsonObject.class::cast)
        .filter(limit -> limit.getString("rule").equals(rule))
        .mapToLong(limit -> limit.getLong("remaining"))
        .sum();
  }

  private static void awaitLeft(String rule, String user, String path, long left) {
    Await.until(() -> rule + " " + left(rule, user, path), () -> left(rule, user, path) == left);
  }

  /** The first request tells no cost, so its estimate of 100 stands. */
  @ParameterizedTest
  @CsvSource({
    "ja, json=42, 858",
    "jc, gzip=42, 858",
    "jd, json=null, 800",
    "je, 'stream=10,250', 650",
    "jf, 'json=5000', 0"
  })
  void storedRequest_isChargedTheCostOfItsAnswer(String user, String query, long left) {
    String location = stored(user, "/chat/a?" + query);

    assertThat(answered(location).status()).isEqualTo(200);

    awaitLeft("tokens", user, "/chat/a", left);
    assertThat(attempts(location)).isEqualTo(1);
  }

  @Test
  void storedRequest_whoseAnswerIsCut_isDescribedAndNotSentAgain() {
    String location = stored("cu", "/cut/a?stream=10,5000,20");

    Reply reply = answered(location);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getInteger("status")).isEqualTo(200);
    assertThat(reply.json().getString("detail"))
        .isEqualTo("The answer was cut off, because its cost did not fit the limits.");
    assertThat(reply.body()).doesNotContain("total_tokens");
    awaitLeft("slot", "cu", "/cut/a", 1);
    assertThat(attempts(location)).isEqualTo(1);
  }

  @Test
  void slot_isHeldUntilTheAnswerIsComplete() {
    String location = stored("sl", "/chat/s?stream=5,slotword");
    Await.until("the stored request", () -> attempts(location) == 1);

    assertThat(left("slot", "sl", "/chat/s")).isZero();
    LlmApplication.release("slotword");

    assertThat(answered(location).body()).contains("[DONE]");
    awaitLeft("slot", "sl", "/chat/s", 1);
  }

  /** Without an answer, with half of one, and with one that does not end in time. */
  @ParameterizedTest
  @CsvSource({"fa, breaks=1", "fb, 'stream=5,x'", "fc, stream=neverends"})
  void slot_isFreeAgain_afterAnAttemptThatFailed(String user, String query) {
    String location = stored(user, "/chat/f?" + query);
    Await.until("the stored request", () -> attempts(location) > 0);

    awaitLeft("slot", user, "/chat/f", 1);
    assertThat(get("reader", location).json().getString("state")).isEqualTo("sent");
  }

  @Test
  void resource_answersAsTheDocumentSays() {
    ApiDocument document = new ApiDocument(server.admin("GET", "/openapi.yaml", "").body());
    String location = stored("do", "/chat/d?stream=docword");
    Await.until("the stored request", () -> attempts(location) == 1);
    Reply unknown = get("reader", "/throttlex/requests/" + "0".repeat(48));
    Reply sent = get("reader", location);
    Reply late = server.send(RunningServer.request(server.proxyPort(), location).DELETE());
    LlmApplication.release("docword");

    String path = "/throttlex/requests/{ticket}";
    document.check("GET", path, 404, unknown.header("Content-Type"), unknown.body());
    document.check("GET", path, 200, sent.header("Content-Type"), sent.body());
    assertThat(sent.json().getString("state")).isEqualTo("sent");
    assertThat(late.status()).isEqualTo(409);
    document.check("DELETE", path, 409, late.header("Content-Type"), late.body());
  }

  @Test
  void metrics_countWhatHappensToStoredRequests() {
    String answered = stored("ma", "/counted/a?json=1");
    answered(answered);
    String word = "metrics";
    CompletableFuture<Reply> first =
        CompletableFuture.supplyAsync(() -> get("mb", "/counted/b?stream=" + word));
    Await.until("the slot", () -> left("slot", "mb", "/counted/b") == 0);
    String cancelled = get("mb", "/counted/b?json=1", "Prefer", "respond-async").header("Location");
    Await.until("stored", () -> metrics().contains("throttlex_proxy_stored{route=\"counted\"} 1"));
    server.send(RunningServer.request(server.proxyPort(), cancelled).DELETE());
    LlmApplication.release(word);
    first.join();

    Await.until(
        StoredCostTest::metrics,
        () ->
            metrics().contains("throttlex_proxy_stored{route=\"counted\"} 0")
                && event("accepted") == 2
                && event("sent") == 1
                && event("answered") == 1
                && event("cancelled") == 1
                && event("retried") == 0
                && event("failed") == 0);
  }

  private static String metrics() {
    return server.admin("GET", "/metrics", "").body();
  }

  private static double event(String name) {
    String start = "throttlex_proxy_stored_events_total{event=\"" + name + "\",route=\"counted\"} ";
    return metrics()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
        .findFirst()
        .orElseThrow();
  }
}
