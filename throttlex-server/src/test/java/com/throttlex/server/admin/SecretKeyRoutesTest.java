package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Change;
import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No answer of the admin plane has an API key in clear. */
class SecretKeyRoutesTest extends AdminTest {
  private static final String RAW = "ak_1";
  private static final String DIGEST = "sha256:1ec43aa57b577d047b9dde937f873ce5";
  private static final String KEY = "orders|api-key=" + DIGEST;
  private static final String RULE =
      "{\"id\":\"orders\",\"key\":[\"api-key\"],\"limits\":\"3/1m\"}";

  @BeforeEach
  void useTheKey() {
    server.send("POST", "/api/v1/rules", RULE);
    for (int i = 0; i < 4; i++) {
      server.throttlex.check(RequestContext.builder().apiKey(RAW).build());
    }
  }

  private static String path(String route, String value) {
    return route + "orders%7Capi-key=" + value;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/top", "/admin/metrics", "/throttle/metrics"})
  void reportOfKeys_seenByAViewer_hasDigests(String path) {
    String shown = server.sendAs(AdminServer.VIEWER, "GET", path, "").body();

    assertThat(shown).contains(KEY).doesNotContain(RAW);
  }

  @ParameterizedTest
  @ValueSource(strings = {RAW, DIGEST})
  void counter_lookedUpInClearOrInPrint_isShownWithTheDigest(String value) {
    JsonObject key = json(server.get(path("/api/v1/keys/", value)), 200);
    JsonObject metrics = json(server.get(path("/admin/metrics/", value)), 200);

    assertThat(key.getString("key")).isEqualTo(KEY);
    assertThat(key.getJsonArray("limits").getJsonObject(0).getLong("remaining")).isZero();
    assertThat(metrics.getString("key")).isEqualTo(KEY);
    assertThat(metrics.getString("status")).isEqualTo("THROTTLED");
  }

  @ParameterizedTest
  @ValueSource(strings = {RAW, DIGEST})
  void reset_inClearOrInPrint_isAuditedWithTheDigest(String value) {
    assertThat(server.send("DELETE", path("/api/v1/keys/", value), "").statusCode()).isEqualTo(204);
    problem(server.get(path("/api/v1/keys/", value)), 404);

    assertThat(audit()).contains(KEY).doesNotContain(RAW);
  }

  @ParameterizedTest
  @ValueSource(strings = {RAW, DIGEST})
  void resetOfTheEarlierDesign_isAnsweredAndAuditedWithTheDigest(String value) {
    JsonObject reset = json(server.send("POST", path("/admin/reset/", value), ""), 200);

    assertThat(reset).isEqualTo(new JsonObject().put("key", KEY).put("reset", true));
    assertThat(audit()).contains(KEY).doesNotContain(RAW);
  }

  private String audit() {
    return server.get("/api/v1/audit").body();
  }

  @Test
  void problem_ofAKeyInClear_doesNotShowIt() {
    assertHidden(server.get("/api/v1/keys/ak_2"), 404);
    for (String route : List.of("/api/v1/keys/", "/admin/metrics/")) {
      assertHidden(server.get(route + "nobody%7Capi-key=ak_2"), 404);
      assertHidden(server.get(route + "orders%7Capi-key=ak_2"), 404);
      assertHidden(server.get(route + "orders%7Cuser=ak_2"), 400);
      assertHidden(server.get(route + "orders%7Capi-key=ak_2%25zz"), 400);
    }
  }

  private static void assertHidden(HttpResponse<String> answer, int status) {
    problem(answer, status);
    assertThat(answer.body()).doesNotContain("ak_2");
  }

  @Test
  void explain_ofAnApiKey_hasItsDigest() {
    String explained = server.send("POST", "/api/v1/explain", "{\"apiKey\":\"ak_1\"}").body();

    assertThat(explained).contains(KEY).doesNotContain(RAW);
  }

  @Test
  void ruleForAnApiKey_isShownWithTheDigestAndRoundTrips() {
    String rule = "{\"id\":\"one\",\"match\":{\"api-keys\":[\"ak_1\"]},\"limits\":\"1/1m\"}";

    JsonObject created = json(server.send("POST", "/api/v1/rules", rule), 201);
    JsonObject read = server.json("/api/v1/rules/one");
    JsonObject put = json(server.send("PUT", "/api/v1/rules/one", read.encode()), 200);

    for (JsonObject shown : List.of(created, read, put)) {
      assertThat(shown.getJsonObject("match").getJsonArray("api-keys"))
          .isEqualTo(new JsonArray(List.of(DIGEST)));
    }
    assertThat(server.get("/api/v1/rules").body()).doesNotContain(RAW);
    assertThat(server.get("/api/v1/rules/one/history").body()).contains(DIGEST).doesNotContain(RAW);
    assertThat(server.database.rules().all().toString()).contains(DIGEST).doesNotContain(RAW);
    assertThat(server.rules.book().rules().toString()).doesNotContain(RAW);
  }

  @Test
  void ruleOfAnEarlierRelease_thatHasAnApiKeyInClear_isShownWithTheDigest() {
    String rule = "{\"id\":\"one\",\"match\":{\"api-keys\":[\"ak_1\"]},\"limits\":\"1/1m\"}";
    server.database.rules().create("one", rule, new Change("ada", server.now()));
    server.close();
    server = new AdminServer(folder);

    assertThat(server.get("/api/v1/rules/one").body()).contains(DIGEST).doesNotContain(RAW);
    assertThat(server.get("/api/v1/rules/one/history").body()).contains(DIGEST).doesNotContain(RAW);
  }
}
