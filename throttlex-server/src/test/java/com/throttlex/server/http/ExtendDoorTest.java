package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests extensions of reservations over HTTP. */
class ExtendDoorTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: requests, match: {endpoint: /llm}, key: user, limits: 10/1h, algorithm: fixed-window}
        - id: tokens
          match: {endpoint: /llm}
          key: user
          limits: 1000/1h
          algorithm: fixed-window
          cost: {estimate: 100, json: usage.total_tokens}
        - {id: shed, match: {endpoint: /shed}, key: user, limits: 10/1h, on-exceed: shed}
        - {id: slots, match: {endpoint: /slots}, key: user, limits: 2/1m, algorithm: concurrency}
      """;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, RULES);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static String reserve(String user, String path) {
    Reply reply =
        server.check("{\"user\":\"" + user + "\",\"endpoint\":\"" + path + "\",\"reserve\":true}");
    assertThat(reply.status()).isEqualTo(200);
    return reply.json().getString("reservation");
  }

  private static Reply extend(String reservation, long cost) {
    return server.post(
        "/api/v1/extend",
        new JsonObject().put("reservation", reservation).put("cost", cost).encode());
  }

  private static Reply settle(String reservation, long cost) {
    return server.post(
        "/api/v1/settle",
        new JsonObject().put("reservation", reservation).put("cost", cost).encode());
  }

  private static long left(String user, String rule) {
    String body = "{\"user\":\"" + user + "\",\"endpoint\":\"/llm\",\"cost\":0}";
    return server.check(body).json().getJsonArray("limits").stream()
        .map(JsonObject.class::cast)
        .filter(limit -> rule.equals(limit.getString("rule")))
        .mapToLong(limit -> limit.getLong("remaining"))
        .sum();
  }

  @Test
  void extend_withRoom_answersLikeACheckAndChargesOnlyTheEstimatedRule() {
    String reservation = reserve("room", "/llm");
    Reply extended = extend(reservation, 300);
    assertThat(extended.status()).isEqualTo(200);
    assertThat(extended.json().getBoolean("allowed")).isTrue();
    assertThat(extended.json().getString("rule")).isEqualTo("tokens");
    assertThat(extended.json().getLong("remaining")).isEqualTo(600);
    assertThat(extended.json().getString("reservation")).isEqualTo(reservation);
    assertThat(extended.json().getJsonArray("limits")).hasSize(1);
    assertThat(extended.header("X-RateLimit-Remaining")).isEqualTo("600");
    assertThat(left("room", "tokens")).isEqualTo(600);
    assertThat(left("room", "requests")).isEqualTo(9);
  }

  @Test
  void extend_withoutRoom_isDeniedAndChargesNothing() {
    String reservation = reserve("full", "/llm");
    Reply denied = extend(reservation, 901);
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(denied.json().getBoolean("allowed")).isFalse();
    assertThat(denied.json().getLong("remaining")).isEqualTo(900);
    assertThat(denied.header("Retry-After")).isNotNull();
    assertThat(left("full", "tokens")).isEqualTo(900);
    assertThat(extend(reservation, 900).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"less, 50, 950", "more, 480, 520", "debt, 5000, 0"})
  void settle_afterAnExtension_correctsTheWhole(String user, long real, long left) {
    String reservation = reserve(user, "/llm");
    extend(reservation, 300);
    assertThat(settle(reservation, real).status()).isEqualTo(200);
    assertThat(left(user, "tokens")).isEqualTo(left);
    assertThat(left(user, "requests")).isEqualTo(9);
    assertThat(extend(reservation, 1).status()).as("settled").isEqualTo(404);
  }

  @Test
  void settle_withZero_givesBackTheRequestToo() {
    String reservation = reserve("zero", "/llm");
    extend(reservation, 300);
    settle(reservation, 0);
    assertThat(left("zero", "tokens")).isEqualTo(1000);
    assertThat(left("zero", "requests")).isEqualTo(10);
  }

  @Test
  void extend_ofARuleThatSheds_isUnavailableWhenDenied() {
    assertThat(extend(reserve("shed", "/shed"), 10).status()).isEqualTo(503);
  }

  @Test
  void extend_ofAConcurrencySlot_takesNoOtherSlot() {
    String reservation = reserve("slots", "/slots");
    assertThat(extend(reservation, 5).status()).isEqualTo(200);
    reserve("slots", "/slots");
    assertThat(settle(reservation, 1).status()).isEqualTo(200);
    reserve("slots", "/slots");
  }

  @Test
  void extend_ofAnUnknownReservation_isNotFound() {
    BadRequestTest.assertProblem(extend("00000000000000000000000000000000", 1), 404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{}; cost",
        "{\"reservation\":\"r\"}; cost",
        "{\"reservation\":\"r\",\"cost\":0}; cost: 0",
        "{\"reservation\":\"r\",\"cost\":-5}; cost: -5",
        "{\"reservation\":\"r\",\"cost\":1.5}; cost: 1.5",
        "{\"reservation\":\"r\",\"cost\":1,\"user\":\"u\"}; user",
        "{\"reservation\":7,\"cost\":1}; reservation: 7"
      })
  void extend_withAWrongBody_isRefusedWithTheValue(String body, String named) {
    Reply reply = server.post("/api/v1/extend", body);
    BadRequestTest.assertProblem(reply, 400);
    assertThat(reply.json().getString("detail")).contains(named);
  }
}
