package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.admitted;
import static com.throttlex.server.acceptance.Exchanges.denied;
import static com.throttlex.server.acceptance.Exchanges.json;
import static com.throttlex.server.acceptance.Exchanges.retryAfter;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.Sql;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The policy service: policies for single keys, counters and policies in MariaDB. The tests follow
 * the sections of its document.
 */
class PolicyApiTest {
  @TempDir static Path folder;
  private static String database;
  private static RunningServer service;

  @BeforeAll
  static void start() throws IOException {
    database = MariaDbServer.shared().newDatabase();
    String settings =
        "{store: '%s', store-timeout: 2s, database: '%s', identity: {trusted-proxies: [127.0.0.1/32]}}"
            .formatted(database, database);
    service = RunningServer.start(folder, "version: 1", settings);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static Reply admin(String method, String path, String body) {
    return service.admin(method, path, body);
  }

  private static JsonObject create(String policy) {
    return json(admin("POST", "/admin/policies", policy), 201);
  }

  private static String window(String key, int capacity) {
    return """
        {"key":"%s","type":"SLIDING_WINDOW","capacity":%d,"windowSeconds":3600}"""
        .formatted(key, capacity);
  }

  // 2.1 Filter

  @Test
  void filter_addsItsHeadersAndAnswers429OnDenial() {
    create(window("filter-key", 2));
    String[] request = {"X-Forwarded-Uri", "/v1/pay", "X-API-Key", "filter-key"};

    Reply allowed = service.get("/api/v1/authorize", request);
    service.get("/api/v1/authorize", request);
    Reply denial = service.get("/api/v1/authorize", request);

    assertThat(allowed.status()).isEqualTo(200);
    assertThat(allowed.header("X-RateLimit-Limit")).isEqualTo("2");
    assertThat(allowed.header("X-RateLimit-Remaining")).isEqualTo("1");
    assertThat(denial.status()).isEqualTo(429);
    assertThat(denial.header("X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(retryAfter(denial)).isBetween(3_500L, 3_600L);
  }

  @Test
  void key_ofSeveralParts_isTheSameInAnyOrder() {
    create(window("user:123|route:/v1/pay", 2));
    String check = "{\"user\":\"123\",\"endpoint\":\"/v1/pay\"}";

    JsonObject read = json(admin("GET", "/admin/policies/route:%2Fv1%2Fpay%7Cuser:123", ""), 200);

    assertThat(read.getString("policyKey")).isEqualTo("user:123|route:/v1/pay");
    assertThat(admitted(List.of(service), 5, check)).isEqualTo(2);
    json(service.check("{\"user\":\"123\",\"endpoint\":\"/v1/other\"}"), 200);
  }

  @ParameterizedTest
  @CsvSource({
    "by-user, '{\"user\":\"by-user\"}'",
    "203.0.113.9, '{\"ip\":\"203.0.113.9\"}'",
    "by-api-key, '{\"apiKey\":\"by-api-key\"}'"
  })
  void key_withoutAPart_isThatOfAUserAnAddressOrAnApiKey(String key, String check) {
    create(window(key, 2));

    assertThat(admitted(List.of(service), 5, check)).isEqualTo(2);
  }

  // 2.3 Limiters

  @Test
  void tokenBucket_refillsAtItsRateUpToItsCapacity() {
    create(
        """
        {"key":"bucket","type":"TOKEN_BUCKET","capacity":3,"refillRate":1,"windowSeconds":60}""");
    String all = "{\"user\":\"bucket\",\"cost\":3}";
    json(service.check(all), 200);
    Reply denial = service.check(all);

    assertThat(json(denial, 429).getLong("remaining")).isLessThan(3);
    assertThat(retryAfter(denial)).isBetween(1L, 3L);
    Await.until("a full bucket", () -> service.check(all).status() == 200);
  }

  @Test
  void slidingWindow_keepsARowForEachAllowedRequest() {
    create(window("logged", 3));
    long before = Sql.number(database, "SELECT coalesce(sum(units), 0) FROM throttlex_sw_log");

    assertThat(admitted(List.of(service), 8, "{\"user\":\"logged\"}")).isEqualTo(3);

    assertThat(
            Sql.number(database, "SELECT coalesce(sum(units), 0) FROM throttlex_sw_log") - before)
        .isEqualTo(3);
  }

  // 2.4 Tables

  @Test
  void tables_ofTheDocument_exist() {
    // The columns are our own: exact numbers, any algorithm, and the history of a policy.
    String query =
        "SELECT count(*) FROM information_schema.tables WHERE table_schema = database() AND"
            + " table_name IN ('throttlex_usage', 'throttlex_sw_log', 'throttlex_policy')";
    assertThat(Sql.number(database, query)).isEqualTo(3);
  }

  // 2.5 Admin API

  @Test
  void status_hasHealthAndVersion() {
    JsonObject status = json(admin("GET", "/admin/status", ""), 200);
    assertThat(status.getString("status")).isEqualTo("UP");
    assertThat(status.getString("version")).isNotEmpty();
  }

  @Test
  void metrics_ofAllKeys_showEachPolicy() {
    create(window("shown", 5));
    service.check("{\"user\":\"shown\"}");

    assertThat(admin("GET", "/admin/metrics", "").body()).contains("\"key\":\"shown\"");
  }

  @Test
  void reset_makesTheCounterFullAgain() {
    create(window("reset", 1));
    json(service.check("{\"user\":\"reset\"}"), 200);
    denied(service, "{\"user\":\"reset\"}");

    json(admin("POST", "/admin/reset/reset", ""), 200);

    Await.until("an admission", () -> service.check("{\"user\":\"reset\"}").status() == 200);
  }

  @Test
  void policy_isListedReadChangedAndDeleted() {
    create(window("walked", 5));

    assertThat(new JsonArray(admin("GET", "/admin/policies", "").body()))
        .anyMatch(each -> ((JsonObject) each).getString("policyKey").equals("walked"));
    JsonObject read = json(admin("GET", "/admin/policies/walked", ""), 200);
    assertThat(read.getLong("capacity")).isEqualTo(5);
    json(admin("PUT", "/admin/policies/walked", window("walked", 6)), 200);
    assertThat(json(service.check("{\"user\":\"walked\"}"), 200).getLong("limit")).isEqualTo(6);
    assertThat(admin("DELETE", "/admin/policies/walked", "").status()).isEqualTo(204);
    error(admin("GET", "/admin/policies/walked", ""), 404, "Not Found");
  }

  /** Returns an error, which has the members of all errors. */
  private static JsonObject error(Reply reply, int status, String error) {
    JsonObject body = json(reply, status);
    assertThat(body.getInteger("status")).isEqualTo(status);
    assertThat(body.getString("error")).isEqualTo(error);
    assertThat(body.getString("message")).isNotEmpty();
    assertThat(Instant.parse(body.getString("timestamp"))).isNotNull();
    return body;
  }

  @Test
  void errors_haveTheSchemaOfTheDocument() {
    create(window("twice", 5));

    error(admin("POST", "/admin/policies", window("twice", 5)), 409, "Conflict");
    error(admin("POST", "/admin/policies", "{"), 400, "Bad Request");
    error(admin("POST", "/admin/policies", window("few", 0)), 422, "Unprocessable Content");
    error(service.check("{\"usr\":1}"), 400, "Bad Request");
  }

  @Test
  void adminApi_withoutACredential_isClosed() {
    error(
        service.send(RunningServer.request(service.adminPort(), "/admin/policies")),
        401,
        "Unauthorized");
  }

  // 4. API specification

  @Test
  void address_isThatOfTheHeaderOrOfTheConnection() {
    // X-Forwarded-For counts only when a trusted proxy sent it.
    String[] request = {"X-Forwarded-Uri", "/x", "X-Forwarded-For", "198.51.100.4"};
    create(window("198.51.100.4", 1));

    assertThat(service.get("/api/v1/authorize", request).status()).isEqualTo(200);
    assertThat(service.get("/api/v1/authorize", request).status()).isEqualTo(429);
    assertThat(service.get("/api/v1/authorize", "X-Forwarded-Uri", "/x").status()).isEqualTo(200);
  }

  @Test
  void key_withoutAPolicy_hasTheDefaults() {
    JsonObject answer = json(service.check("{\"ip\":\"198.51.100.77\"}"), 200);
    assertThat(answer.getLong("limit")).isEqualTo(100);
    assertThat(answer.getString("algorithm")).isEqualTo("token-bucket");
  }

  @Test
  void examples_ofTheDocument_areAnsweredAsShown() {
    JsonObject created =
        create(
            """
            { "key": "user-123", "type": "TOKEN_BUCKET", "capacity": 100, "refillRate": 10, "windowSeconds": 60 }""");
    assertThat((Long) created.remove("id")).isPositive();
    assertThat(created)
        .isEqualTo(
            new JsonObject(
                """
                { "policyKey": "user-123", "type": "TOKEN_BUCKET", "capacity": 100, "refillRate": 10, "windowSeconds": 60 }"""));

    // The bucket refills meanwhile, so the figures are those of the document for 100 ms only.
    JsonObject metrics =
        new JsonObject(
            """
            { "key": "user-123", "algorithm": "TOKEN_BUCKET", "currentTokens": 87, "capacity": 100,
              "windowRequestCount": 13, "windowSeconds": 60, "status": "OK" }""");
    Await.until(
        "the figures of the document",
        () -> {
          admin("POST", "/admin/reset/user-123", "");
          service.check("{\"user\":\"user-123\",\"cost\":13}");
          return json(admin("GET", "/admin/metrics/user-123", ""), 200).equals(metrics);
        });

    Reply denial = denied(service, "{\"user\":\"user-123\",\"cost\":100}");
    assertThat(error(denial, 429, "Too Many Requests").getString("message"))
        .isEqualTo("Rate limit exceeded for key: user-123");
  }

  // 5. Concurrency

  @Test
  void requests_inParallel_areCountedOncePerKey() {
    create(window("parallel", 60));
    create(
        """
        {"key":"bucket-race","type":"TOKEN_BUCKET","capacity":60,"refillRate":1,"windowSeconds":60}""");

    assertThat(admitted(List.of(service), 100, "{\"user\":\"parallel\"}")).isEqualTo(60);
    // And one for each second of the test.
    assertThat(admitted(List.of(service), 100, "{\"user\":\"bucket-race\"}")).isBetween(60L, 80L);
  }

  // 8. Metrics

  @Test
  void metrics_forPrometheus_haveTheNamesOfTheDocument() {
    create(window("measured", 1));
    service.check("{\"user\":\"measured\"}");
    denied(service, "{\"user\":\"measured\"}");

    String metrics = service.send(RunningServer.request(service.adminPort(), "/metrics")).body();

    assertThat(metrics)
        .contains("# TYPE throttlex_allowed_total counter")
        .contains("# TYPE throttlex_blocked_total counter")
        // In seconds, as Prometheus wants all times, and not throttlex_latency_ms.
        .contains("# TYPE throttlex_latency_seconds histogram")
        .contains("throttlex_tokens_remaining{policy=\"measured\"} 0.0");
  }
}
