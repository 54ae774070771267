package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pushed health, and the adaptive limits that follow it, in the admin API. */
class AdaptiveRoutesTest extends AdminTest {
  private static final String SIGNALS = "/api/v1/health-signals";
  private static final String LIMIT = "/api/v1/adaptive/db";
  private static final String RULE =
      """
      {"id":"db","match":{"services":["orders-db"]},"key":["global"],"limits":"100/1s",
       "adaptive":{"min":10,"max":200}}""";

  @BeforeEach
  void addRule() {
    json(server.send("POST", "/api/v1/rules", RULE), 201);
  }

  private HttpResponse<String> push(String body) {
    return server.send("POST", SIGNALS, body);
  }

  private void pass(int seconds, String signals) {
    for (int i = 0; i < seconds; i++) {
      server.clock.advance(Duration.ofSeconds(1));
      json(push(signals), 202);
      server.throttlex.adaptive().tick(server.clock.nanos());
    }
  }

  private static JsonObject taken(int accepted, int ignored) {
    return new JsonObject().put("accepted", accepted).put("ignored", ignored);
  }

  @Test
  void limitFollowsTheHealthThatIsPushed_andSaysWhy() {
    pass(10, "{\"service\":\"orders-db\",\"errorRate\":0.5,\"cpu\":1,\"queueDepth\":500}");

    JsonObject limit = server.json(LIMIT);
    assertThat(limit.getLong("limit")).isLessThan(100).isGreaterThanOrEqualTo(10);
    assertThat(limit.getString("mode")).isEqualTo("auto");
    assertThat(limit.getString("reason")).isNotEmpty();
    assertThat(limit.getDouble("health")).isLessThan(0.2);
    assertThat(limit.getJsonArray("follows")).containsExactly("orders-db");
    assertThat(limit.getJsonObject("terms").fieldNames()).contains("proportional", "integral");

    JsonObject status = server.json("/api/v1/adaptive");
    assertThat(status.getJsonArray("rules").getJsonObject(0)).isEqualTo(limit);
    assertThat(status.getInteger("nodes")).isEqualTo(1);
    assertThat(status.getString("problem")).isNull();
    JsonObject source = status.getJsonObject("sources").getJsonObject("orders-db");
    assertThat(source.getJsonObject("values"))
        .isEqualTo(new JsonObject("{\"errorRate\":0.5,\"cpu\":1.0,\"queueDepth\":500.0}"));
    assertThat(source.getJsonObject("parts").fieldNames()).contains("errorRate", "cpu");
  }

  @Test
  void listOfSignals_isTaken_andWhatIsTooOldIsIgnoredWithACount() {
    long now = server.now().getEpochSecond();
    String list =
        """
        [{"cpu":0.5},
         {"service":"a","responseTime":180.5,"at":%d.25},
         {"service":"b","memory":0.5,"downstream":0.1,"at":"%s"},
         {"service":"c","cpu":0.5,"at":%d},
         {"service":"d","cpu":0.5,"at":0}]"""
            .formatted(now - 1, server.now(), now - 16);

    assertThat(json(push(list), 202)).isEqualTo(taken(3, 2));
    server.throttlex.adaptive().tick(server.clock.nanos());
    assertThat(server.json("/api/v1/adaptive").getInteger("ignored")).isEqualTo(2);
    assertThat(server.json("/api/v1/adaptive").getJsonObject("sources").fieldNames())
        .contains("system", "a", "b")
        .doesNotContain("c", "d");
  }

  @Test
  void signalJustAheadOfTheClock_isTaken_andOneOfTheFutureIsNot() {
    long now = server.now().getEpochSecond();
    assertThat(json(push("{\"cpu\":1,\"at\":" + (now + 4) + "}"), 202)).isEqualTo(taken(1, 0));
    String detail = problem(push("{\"cpu\":1,\"at\":" + (now + 10) + "}"), 400).getString("detail");
    assertThat(detail)
        .isEqualTo("at: " + (now + 10) + " (expected: a moment that is not in the future)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"errorRate\":1.5} | errorRate: 1.5 (expected: a number from 0 to 1)",
        "{\"errorRate\":-0.1} | errorRate: -0.1 (expected: a number from 0 to 1)",
        "{\"responseTime\":1e10} | responseTime: 1.0E10 (expected: a number from 0 to 1000000000)",
        "{\"cpu\":1e999999} | cpu: Infinity (expected: a number from 0 to 100)",
        "{\"cpu\":\"NaN\"} | cpu: \"NaN\" (expected: a number)",
        "{\"cpu\":null} | cpu: nothing (expected: a number)",
        "{\"cpu\":true} | cpu: true (expected: a number)",
        "{\"cpu\":NaN} | body: malformed in line 1, column 11 (expected: a JSON object)",
        "{\"error-rate\":0.5} | error-rate: unknown (expected: one of service, at, responseTime,",
        "{\"cpu\":1,\"service\":7} | service: 7 (expected: the name of a service)",
        "{\"cpu\":1,\"service\":\"\"} | service: \"\" (expected: the name of a service)",
        "{\"cpu\":1,\"at\":-1} | at: -1 (expected: Unix seconds, or ISO-8601",
        "{\"cpu\":1,\"at\":1e30} | at: 1E+30 (expected: Unix seconds, or ISO-8601",
        "{\"cpu\":1,\"at\":\"noon\"} | at: \"noon\" (expected: Unix seconds, or ISO-8601",
        "{\"service\":\"a\"} | signals: none (expected: at least one of responseTime,",
        "[{\"cpu\":1},{\"cpu\":-1}] | [1].cpu: -1.0 (expected: a number from 0 to 100)",
        "[] | body: an empty list",
        "[1] | body: something else (expected: a JSON object, or a list of 1 to 100)",
        "[{\"cpu\":1}] {} | body: more than one value",
        "1 | body: something else"
      })
  void wrongSignals_areRefusedWithMemberValueAndExpectation_andNothingIsTaken(
      String body, String detail) {
    assertThat(problem(push(body), 400).getString("detail")).startsWith(detail);
    server.throttlex.adaptive().tick(server.clock.nanos());
    assertThat(server.json("/api/v1/adaptive").getJsonObject("sources").fieldNames())
        .doesNotContain("a");
    JsonObject system = server.json("/api/v1/adaptive").getJsonObject("sources");
    assertThat(system.getJsonObject("system").getJsonObject("values").getDouble("cpu", 0.0))
        .isNotEqualTo(1.0);
  }

  @Test
  void everyProblemOfAListIsNamed_andLongListsAreRefused() {
    JsonObject problem = problem(push("[{\"cpu\":-1,\"memory\":2},{\"x\":1}]"), 400);
    assertThat(problem.getJsonArray("problems")).hasSize(4);

    JsonArray list = new JsonArray();
    for (int i = 0; i < 100; i++) {
      list.add(new JsonObject().put("service", "s" + i).put("cpu", 0.5));
    }
    assertThat(json(push(list.encode()), 202)).isEqualTo(taken(100, 0));
    problem(push(list.add(new JsonObject().put("cpu", 0.5)).encode()), 400);
  }

  @Test
  void moreServicesThanThereIsRoomFor_areRefusedAndNothingIsTaken() {
    for (int call = 0; call < 10; call++) {
      JsonArray list = new JsonArray();
      for (int i = 0; i < (call < 9 ? 100 : 98); i++) {
        list.add(new JsonObject().put("service", "s" + call + "-" + i).put("cpu", 0.5));
      }
      json(push(list.encode()), 202);
    }
    String two = "[{\"service\":\"s0-0\",\"cpu\":0.9},{\"service\":\"n1\",\"cpu\":1},";
    String detail =
        problem(push(two + "{\"service\":\"n2\",\"cpu\":1},{\"service\":\"n3\",\"cpu\":1}]"), 400)
            .getString("detail");
    assertThat(detail).contains("service: n").contains("(expected: one of at most 1000)");
    server.throttlex.adaptive().tick(server.clock.nanos());
    JsonObject known = server.json("/api/v1/adaptive").getJsonObject("sources");
    assertThat(known.getJsonObject("s0-0").getJsonObject("values").getDouble("cpu")).isEqualTo(0.5);
    json(push("{\"service\":\"s0-0\",\"cpu\":0.9}"), 202);
  }

  @Test
  void signals_areNotCountedAsWrites() {
    for (int i = 0; i < 150; i++) {
      json(push("{\"service\":\"a\",\"cpu\":0.5}"), 202);
    }
    json(server.send("POST", LIMIT + "/freeze", ""), 200);
  }

  @Test
  void limit_isFixedForATime_andGoesOnFromThere() {
    JsonObject fixed =
        json(server.send("POST", LIMIT + "/override", "{\"limit\":50,\"seconds\":30}"), 200);
    assertThat(fixed.getLong("limit")).isEqualTo(50);
    assertThat(fixed.getString("mode")).isEqualTo("fixed");
    assertThat(fixed.getInteger("fixedFor")).isEqualTo(30);
    pass(10, "{\"service\":\"orders-db\",\"errorRate\":0.5}");
    assertThat(server.json(LIMIT).getLong("limit")).isEqualTo(50);
    assertThat(server.json(LIMIT).getInteger("fixedFor")).isBetween(19, 22);
    pass(30, "{\"service\":\"orders-db\",\"errorRate\":0.5}");
    assertThat(server.json(LIMIT).getLong("limit")).isLessThan(50);
    assertThat(server.json(LIMIT).getString("mode")).isEqualTo("auto");
    assertThat(server.json(LIMIT).getValue("fixedFor")).isNull();
  }

  @Test
  void limit_isFrozenAndResumed() {
    assertThat(json(server.send("POST", LIMIT + "/freeze", ""), 200).getString("mode"))
        .isEqualTo("frozen");
    pass(10, "{\"service\":\"orders-db\",\"errorRate\":0.5}");
    assertThat(server.json(LIMIT).getLong("limit")).isEqualTo(100);
    assertThat(json(server.send("POST", LIMIT + "/resume", ""), 200).getString("mode"))
        .isEqualTo("auto");
    pass(10, "{\"service\":\"orders-db\",\"errorRate\":0.5}");
    assertThat(server.json(LIMIT).getLong("limit")).isLessThan(100);
  }

  @Test
  void whoTakesALimitInHand_isInTheAuditTrail() {
    json(server.sendAs(AdminServer.EDITOR, "POST", LIMIT + "/override", "{\"limit\":50}"), 200);
    json(server.send("POST", LIMIT + "/override", "{\"limit\":70,\"seconds\":600}"), 200);
    json(server.send("POST", LIMIT + "/freeze", ""), 200);
    json(server.send("POST", LIMIT + "/resume", ""), 200);

    List<String> entries =
        server.json("/api/v1/audit").getJsonArray("entries").stream()
            .map(JsonObject.class::cast)
            .filter(e -> e.getString("target").equals("db"))
            .map(
                e ->
                    String.join(
                        " ", e.getString("actor"), e.getString("action"), e.getString("detail")))
            .limit(4)
            .toList();
    assertThat(entries)
        .containsExactly(
            "ada limit-resumed 70 -> 70",
            "ada limit-frozen 70 -> 70",
            "ada limit-fixed 50 -> 70 for 600 s",
            "ed limit-fixed 100 -> 50 until it is resumed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"per-user", "nobody"})
  void ruleThatIsNotThereOrDoesNotMove_isNotFound(String rule) {
    String path = "/api/v1/adaptive/" + rule;
    assertThat(problem(server.get(path), 404).getString("detail"))
        .isEqualTo("rule: \"" + rule + "\" (expected: the id of a rule with `adaptive`)");
    problem(server.send("POST", path + "/override", "{\"limit\":50}"), 404);
    problem(server.send("POST", path + "/freeze", ""), 404);
    problem(server.send("POST", path + "/resume", ""), 404);
    assertThat(audited()).noneMatch(entry -> entry.contains("limit-"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"limit\":9} | limit: 9 (expected: a whole number from 10 to 200)",
        "{\"limit\":201} | limit: 201 (expected: a whole number from 10 to 200)",
        "{\"limit\":\"50\"} | limit: \"50\" (expected: a whole number from 10 to 200)",
        "{} | limit: nothing (expected: a whole number from 10 to 200)",
        "{\"limit\":50,\"seconds\":0} | seconds: 0 (expected: a whole number from 1 to 31536000)",
        "{\"limit\":50,\"second\":1} | second: unknown (expected: one of limit, seconds)"
      })
  void limitOutOfRange_isRefusedAndChangesNothing(String body, String detail) {
    assertThat(problems(server.send("POST", LIMIT + "/override", body))).containsExactly(detail);
    assertThat(server.json(LIMIT).getString("mode")).isEqualTo("auto");
    assertThat(audited()).noneMatch(entry -> entry.contains("limit-"));
  }
}
