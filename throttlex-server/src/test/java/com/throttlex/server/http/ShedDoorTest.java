package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.store.MemoryStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the answer to a request that is denied because capacity is missing. */
class ShedDoorTest {
  private static final String TYPE =
      "https://iana.org/assignments/http-problem-types#temporary-reduced-capacity";
  private static final String SHED = "{\"user\":\"u\",\"endpoint\":\"/shed\"}";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static DoorLab lab;

  @BeforeAll
  static void start() throws Exception {
    RuleBook rules =
        RuleBook.of(
            Rule.builder("shedder")
                .endpoint("/shed")
                .key("global")
                .limits("1/1h")
                .onExceed(OnExceed.SHED)
                .build(),
            Rule.builder("quota").endpoint("/quota").key("user").limits("1/1h").build());
    lab = new DoorLab(rules, new MemoryStore(), HttpDoor.BODY_MILLIS);
    assertThat(post("/api/v1/check", SHED).status()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  private static Reply post(String path, String body) throws Exception {
    var request = RunningServer.request(lab.port(), path).POST(BodyPublishers.ofString(body));
    return Reply.of(CLIENT.send(request.build(), BodyHandlers.ofString()));
  }

  private static Reply authorize(String query) throws IOException, InterruptedException {
    var request =
        RunningServer.request(
            lab.port(), "/api/v1/authorize" + query, "X-Forwarded-Uri", "/shed", "X-User", "u");
    return Reply.of(CLIENT.send(request.build(), BodyHandlers.ofString()));
  }

  private static void assertShed(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(503);
    assertThat(Integer.parseInt(reply.header("Retry-After"))).isPositive();
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("1");
    assertShed(reply.json(), 503);
  }

  private static void assertShed(JsonObject problem, int status) {
    assertThat(problem.getString("type")).isEqualTo(TYPE);
    assertThat(problem.getInteger("status")).isEqualTo(status);
    assertThat(problem.getBoolean("allowed")).isFalse();
    assertThat(problem.getString("rule")).isEqualTo("shedder");
    assertThat(problem.fieldNames())
        .contains("title", "detail", "limit", "remaining", "resetAt", "retryAfter", "limits");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/check", "/throttle/check"})
  void check_deniedByAShedder_is503WithTheUsualMembersAndHeaders(String path) throws Exception {
    assertShed(post(path, SHED));
  }

  @Test
  void check_deniedByAQuotaBeside_staysA429() throws Exception {
    String body = SHED.replace("shed", "quota");
    assertThat(post("/api/v1/check", body).status()).isEqualTo(200);
    Reply denied = post("/api/v1/check", body);
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.json().getString("type")).endsWith("#quota-exceeded");
  }

  @Test
  void critical_isNeverShed() throws Exception {
    JsonObject critical = new JsonObject(SHED).put("priority", "critical");
    assertThat(post("/api/v1/check", critical.encode()).status()).isEqualTo(200);
  }

  @Test
  void authorize_deniedByAShedder_is503UnlessTheQuerySaysOtherwise() throws Exception {
    assertShed(authorize(""));
    Reply asked = authorize("?deny-status=403");
    assertThat(asked.status()).isEqualTo(403);
    assertShed(asked.json(), 503);
  }

  @Test
  void batch_tellsOfEachMemberOnItsOwn() throws Exception {
    Reply reply = post("/api/v1/check/batch", "[" + SHED + ",{\"user\":\"u\"}]");
    assertThat(reply.status()).isEqualTo(200);
    JsonArray answers = new JsonArray(reply.body());
    assertShed(answers.getJsonObject(0), 503);
    assertThat(answers.getJsonObject(1).getBoolean("allowed")).isTrue();
  }
}
