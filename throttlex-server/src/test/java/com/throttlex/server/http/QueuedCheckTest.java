package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which denied checks are queued and which are only denied. */
class QueuedCheckTest {
  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, QueueRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static JsonObject body(String user, String endpoint) {
    return new JsonObject().put("user", user).put("endpoint", endpoint).put("service", user);
  }

  private static Reply check(JsonObject body, String... headers) {
    return server.check(body.encode(), headers);
  }

  /** The answer to the second of two checks, which does not fit. */
  private static Reply second(JsonObject body, String... headers) {
    assertThat(check(body, headers).status()).isEqualTo(200);
    return check(body, headers);
  }

  private static JsonObject status(String service) {
    return server.get("/api/v1/queue/" + service, server.credential()).json();
  }

  private static void assertDenied(Reply reply, String service) {
    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.json().containsKey("ticket")).isFalse();
    assertThat(reply.header("Retry-After")).isNotNull();
    assertThat(status(service).getLong("length")).isZero();
  }

  @Test
  void requestThatDoesNotFit_getsATicketAndADeadline() {
    Reply queued = second(body("ada", "/queued/a"));
    assertThat(queued.status()).isEqualTo(202);
    assertThat(queued.header("content-type")).isEqualTo("application/json");
    JsonObject json = queued.json();
    assertThat(json.fieldNames())
        .containsExactly(
            "allowed",
            "limit",
            "remaining",
            "currentCount",
            "resetAt",
            "retryAfter",
            "rule",
            "algorithm",
            "state",
            "degraded",
            "limits",
            "queued",
            "ticket",
            "deadline");
    assertThat(json.getBoolean("allowed")).isFalse();
    assertThat(json.getBoolean("queued")).isTrue();
    assertThat(json.getString("ticket")).isNotEmpty();
    assertThat(json.getLong("deadline") - Instant.now().getEpochSecond()).isBetween(280L, 301L);
    assertThat(status("ada").getLong("length")).isEqualTo(1);
  }

  @Test
  void headersOfAQueuedRequest_tellTheLimitsButNotToAskAgain() {
    Reply queued = second(body("headers", "/queued/a"));
    assertThat(queued.header("X-RateLimit-Limit")).isEqualTo("1");
    assertThat(queued.header("X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(queued.header("RateLimit")).isNotNull();
    assertThat(queued.header("Retry-After")).isNull();
    assertThat(queued.header("X-RateLimit-Retry-After")).isNull();
  }

  @Test
  void requestWithoutAService_waitsInTheDefaultQueue() {
    JsonObject body = new JsonObject().put("user", "none").put("endpoint", "/queued/a");
    assertThat(second(body).status()).isEqualTo(202);
    assertThat(status("default").getLong("length")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"wide, 202", "tried-out, 202", "strict, 429"})
  void everyRuleThatDenies_hasToSayQueue(String endpoint, int status) {
    assertThat(second(body(endpoint, "/queued/" + endpoint)).status()).isEqualTo(status);
    assertThat(status(endpoint).getLong("length")).isEqualTo(status == 202 ? 1 : 0);
  }

  @Test
  void whatOnlyAsks_isNotQueued() {
    check(body("asks", "/queued/a"));
    JsonObject peek = body("asks", "/queued/a").put("cost", 0);
    assertThat(check(peek).json().containsKey("ticket")).isFalse();
    assertThat(status("asks").getLong("length")).isZero();
  }

  @Test
  void whatCanNeverPass_isNotQueued() {
    assertDenied(check(body("never", "/queued/a").put("cost", 2)), "never");
  }

  @Test
  void whatComesFromTheQueue_isNotQueuedAgain() {
    assertThat(check(body("again", "/queued/a")).status()).isEqualTo(200);
    assertDenied(check(body("again", "/queued/a").put("ticket", "1-0")), "again");
  }

  @Test
  void requestThatCountsByWhatIsNotKept_isNotQueued() {
    assertDenied(second(body("by-key", "/by-key"), "X-API-Key", "secret"), "by-key");
    assertDenied(second(body("by-header", "/by-header"), "X-Tenant", "t"), "by-header");
    assertDenied(second(body("known", "/queued/known"), "X-API-Key", "k-1"), "known");
    assertThat(second(body("unknown", "/queued/known"), "X-API-Key", "k-2").status())
        .isEqualTo(202);
  }

  @Test
  void proxy_isToldToDeny() {
    String[] headers = {"X-Forwarded-Uri", "/proxied", "X-Forwarded-Method", "GET"};
    assertThat(server.get("/api/v1/authorize", headers).status()).isEqualTo(200);
    Reply denied = server.get("/api/v1/authorize", headers);
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("Retry-After")).isNotNull();
  }

  @Test
  void repeatedRequest_keepsItsTicket() {
    check(body("repeats", "/queued/a"));
    String[] key = {"X-Idempotency-Key", "i-1"};
    Reply first = check(body("repeats", "/queued/a"), key);
    assertThat(first.status()).isEqualTo(202);
    String ticket = first.json().getString("ticket");
    assertThat(check(body("repeats", "/queued/a"), key).json().getString("ticket"))
        .isEqualTo(ticket);
    Reply other = check(body("repeats", "/queued/a"), "X-Idempotency-Key", "i-2");
    assertThat(other.json().getString("ticket")).isNotNull().isNotEqualTo(ticket);
    assertThat(status("repeats").getLong("length")).isEqualTo(2);
  }

  private static List<JsonObject> batch(JsonObject body, int count) {
    Reply reply =
        server.post("/api/v1/check/batch", Collections.nCopies(count, body.encode()).toString());
    assertThat(reply.status()).isEqualTo(200);
    return new JsonArray(reply.body()).stream().map(JsonObject.class::cast).toList();
  }

  @Test
  void elementsOfABatch_areQueuedOneByOne() {
    List<JsonObject> answers = batch(body("batch", "/queued/a"), 3);
    assertThat(answers)
        .extracting(a -> a.getBoolean("allowed"))
        .containsExactly(true, false, false);
    assertThat(answers)
        .extracting(a -> a.getBoolean("queued", false))
        .containsExactly(false, true, true);
    assertThat(answers.get(1).getString("ticket"))
        .isNotNull()
        .isNotEqualTo(answers.get(2).getString("ticket"));
    assertThat(status("batch").getLong("length")).isEqualTo(2);
  }

  @Test
  void fullQueue_isAnOrdinaryDenial() {
    assertThat(check(body("full", "/queued/a")).status()).isEqualTo(200);
    for (int i = 0; i < 10; i++) {
      assertThat(batch(body("full", "/queued/a"), 1000)).allMatch(a -> a.getBoolean("queued"));
    }
    Reply denied = check(body("full", "/queued/a"));
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("content-type")).isEqualTo("application/problem+json");
    assertThat(denied.header("Retry-After")).isNotNull();
    JsonObject inBatch = batch(body("full", "/queued/a"), 1).get(0);
    assertThat(inBatch.getInteger("status")).isEqualTo(429);
    assertThat(status("full").getLong("length")).isEqualTo(10_000);
  }

  @Test
  void attributesWithSecretNames_areNotQueued() {
    String body =
        "{\"user\":\"sec\",\"endpoint\":\"/queued/s\",\"service\":\"sec\","
            + "\"attributes\":{\"token\":\"RAW-1\",\"api_key\":\"RAW-2\",\"region\":\"eu\"}}";
    server.check(body);
    assertThat(server.check(body).status()).isEqualTo(202);

    String taken =
        server.post("/api/v1/queue/sec/take", "{\"consumer\":\"c\"}", server.credential()).body();
    assertThat(taken).contains("\"region\":\"eu\"").doesNotContain("RAW");
  }
}
