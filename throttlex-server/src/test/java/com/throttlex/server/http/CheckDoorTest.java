package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a check and its answer. */
class CheckDoorTest {
  private static final long DAY = 86_400;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static String five(String user) {
    return "{\"user\":\"" + user + "\",\"endpoint\":\"/five\"}";
  }

  @Test
  void allowedCheck_isAnsweredWithEveryMember() {
    long before = Instant.now().getEpochSecond();
    Reply reply = server.check(five("members"));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("content-type")).isEqualTo("application/json");
    JsonObject json = reply.json();
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
            "limits");
    long resetAt = json.getLong("resetAt");
    assertThat(resetAt).isBetween(before + DAY, before + DAY + 60);
    JsonObject limit =
        new JsonObject()
            .put("rule", "five")
            .put("limit", 5)
            .put("windowSeconds", DAY)
            .put("remaining", 4)
            .put("resetAt", resetAt);
    assertThat(json.getMap())
        .containsEntry("allowed", true)
        .containsEntry("limit", 5)
        .containsEntry("remaining", 4)
        .containsEntry("currentCount", 1)
        .containsEntry("retryAfter", 0)
        .containsEntry("rule", "five")
        .containsEntry("algorithm", "sliding-window-log")
        .containsEntry("state", "NORMAL")
        .containsEntry("degraded", false);
    assertThat(json.getJsonArray("limits")).hasSize(1);
    assertThat(json.getJsonArray("limits").getJsonObject(0)).isEqualTo(limit);
  }

  @Test
  void allowedCheck_hasBothFamiliesOfHeaders() {
    Reply reply = server.check(five("headers"));
    assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("5");
    assertThat(reply.header("X-RateLimit-Remaining")).isEqualTo("4");
    assertThat(reply.header("X-RateLimit-Reset"))
        .isEqualTo(reply.json().getLong("resetAt").toString());
    assertThat(reply.header("RateLimit-Policy")).isEqualTo("\"five\";q=5;w=86400");
    assertThat(reply.header("RateLimit")).matches("\"five\";r=4;t=86(400|399)");
    assertThat(reply.headers().map())
        .doesNotContainKeys("retry-after", "x-ratelimit-retry-after", "x-ratelimit-warning");
  }

  @Test
  void lastAllowedCheck_warnsAndTheNextIsDenied() {
    for (int i = 0; i < 4; i++) {
      server.check(five("denied"));
    }
    Reply last = server.check(five("denied"));
    assertThat(last.status()).isEqualTo(200);
    assertThat(last.json().getString("state")).isEqualTo("WARNING");
    assertThat(last.header("X-RateLimit-Warning")).isEqualTo("100% used");
    Reply denied = server.check(five("denied"));
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("content-type")).isEqualTo("application/problem+json");
    JsonObject json = denied.json();
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
            "type",
            "title",
            "status",
            "detail",
            "error",
            "message",
            "timestamp",
            "retry_after",
            "violated-policies");
    assertThat(json.getMap())
        .containsEntry("allowed", false)
        .containsEntry("remaining", 0)
        .containsEntry("state", "THROTTLED")
        .containsEntry("status", 429)
        .containsEntry("error", "Too Many Requests")
        .containsEntry("type", "https://iana.org/assignments/http-problem-types#quota-exceeded");
    assertThat(json.getJsonArray("violated-policies")).isEqualTo(new JsonArray().add("five"));
    long wait = json.getLong("retryAfter");
    assertThat(wait).isBetween(DAY - 60, DAY);
    assertThat(json.getLong("retry_after")).isEqualTo(wait);
    assertThat(denied.header("Retry-After")).isEqualTo(String.valueOf(wait));
    assertThat(denied.header("X-RateLimit-Retry-After")).isEqualTo(String.valueOf(wait));
    assertThat(denied.header("X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(Instant.parse(json.getString("timestamp"))).isNotNull();
  }

  @Test
  void throttleCheckPath_usesTheSameCounter() {
    server.check(five("two-paths"));
    Reply reply = server.post("/throttle/check", five("two-paths"));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getLong("remaining")).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "USER, /five, '\"user\":\"ident\"', ident",
    "IP, /ip, '\"ip\":\"198.51.100.1\"', 198.51.100.1",
    "API_KEY, /api-key, '\"apiKey\":\"ident\"', ident"
  })
  void identifier_isReadByItsDimension(
      String dimension, String endpoint, String named, String identifier) {
    String tail = ",\"endpoint\":\"" + endpoint + "\"}";
    String identified =
        "{\"identifier\":\"" + identifier + "\",\"dimension\":\"" + dimension + "\"" + tail;
    assertThat(server.check(identified).json().getLong("remaining")).isEqualTo(4);
    assertThat(server.check("{" + named + tail).json().getLong("remaining")).isEqualTo(3);
  }

  @Test
  void cost_isChargedAndZeroChargesNothing() {
    String user = "{\"user\":\"cost\",\"endpoint\":\"/five\",\"cost\":";
    assertThat(server.check(user + "0}").json().getLong("remaining")).isEqualTo(5);
    assertThat(server.check(user + "0}").json().getLong("remaining")).isEqualTo(5);
    assertThat(server.check(user + "3}").json().getLong("remaining")).isEqualTo(2);
    Reply tooMuch = server.check(user + "3}");
    assertThat(tooMuch.status()).isEqualTo(429);
    assertThat(server.remaining("cost", "/five")).isEqualTo(2);
  }

  @Test
  void check_repeatedWithAnIdempotencyKey_isChargedOnce() {
    String body = "{\"user\":\"idem\",\"endpoint\":\"/five\",\"idempotencyKey\":\"k\"}";
    Reply first = server.check(body);
    Reply second = server.check(body);
    Reply byHeader = server.check(five("idem"), "X-Idempotency-Key", "k");
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(byHeader.body()).isEqualTo(first.body());
    assertThat(server.remaining("idem", "/five")).isEqualTo(4);
  }

  @Test
  void anotherCheck_withTheSameIdempotencyKey_isCharged() {
    String[] header = {"X-Idempotency-Key", "k2"};
    server.check(five("idem-a"), header);
    Reply other = server.check("{\"user\":\"idem-a\",\"endpoint\":\"/five\",\"cost\":2}", header);
    assertThat(other.json().getLong("remaining")).isEqualTo(2);
    assertThat(server.check(five("idem-b"), header).json().getLong("remaining")).isEqualTo(4);
  }

  @Test
  void check_underADelayRule_isAllowedWithATimeToWait() {
    String body = "{\"user\":\"delay\",\"endpoint\":\"/patient\"}";
    assertThat(server.check(body).json().containsKey("delayMs")).isFalse();
    Reply delayed = server.check(body);
    assertThat(delayed.status()).isEqualTo(200);
    assertThat(delayed.json().getBoolean("allowed")).isTrue();
    assertThat(delayed.json().getLong("delayMs")).isBetween(1L, 100L);
  }

  @Test
  void check_withoutAMatchingRule_isAllowedWithoutLimits() {
    Reply reply = server.check("{}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getValue("rule")).isNull();
    assertThat(reply.json().getJsonArray("limits")).isEmpty();
    assertThat(reply.headers().map()).doesNotContainKeys("ratelimit", "x-ratelimit-limit");
  }
}
