package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies, paths, methods and headers. */
class ProtocolTest extends AdminTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "1",
        "{} {}",
        "{\"id\":1,}",
        "{'id':1}",
        "{\"a\":1,\"a\":2}",
        "/**/{}",
        "id: r"
      })
  void body_thatIsNoJsonObject_isABadRequest(String body) {
    assertThat(problem(server.send("POST", "/api/v1/rules", body), 400).getString("detail"))
        .startsWith("body: ");
  }

  @Test
  void missingBodyIsBad_soAreNestingWithoutEndAndBytesThatAreNotUtf8() {
    problem(server.send("POST", "/api/v1/rules", ""), 400);
    problem(server.send("POST", "/api/v1/rules", "{\"a\":".repeat(1000)), 400);
    HttpRequest bytes =
        HttpRequest.newBuilder(server.uri("/api/v1/rules"))
            .header("Authorization", "Bearer " + AdminServer.ADMIN)
            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {'{', (byte) 0xff, '}'}))
            .build();
    assertThat(problem(server.send(bytes), 400).getString("detail")).contains("UTF-8");
  }

  @Test
  void bodyOf256KilobytesIsRead_aLargerOneIsTooLarge() {
    String body = "{\"id\":\"r\",\"limits\":\"1/1s\"}";
    String most = body + " ".repeat(256 * 1024 - body.length());

    json(server.send("POST", "/api/v1/rules", most), 201);
    problem(server.send("PUT", "/api/v1/rules/r", most + " "), 413);
    problem(server.send("PUT", "/api/v1/rules/r", most.repeat(8)), 413);
  }

  @Test
  void bodyWithoutEndIsCutOff_andOthersAreServed() {
    String endless = " ".repeat(20 * 1024 * 1024);

    assertThatThrownBy(() -> server.send("PUT", "/api/v1/rules/r", endless))
        .isInstanceOf(UncheckedIOException.class);
    assertThat(server.get("/api/v1/rules").statusCode()).isEqualTo(200);
  }

  @Test
  void request_withExpectContinue_isAnswered() {
    HttpRequest asking =
        HttpRequest.newBuilder(server.uri("/api/v1/rules"))
            .version(HttpClient.Version.HTTP_1_1)
            .header("Authorization", "Bearer " + AdminServer.ADMIN)
            .expectContinue(true)
            .POST(HttpRequest.BodyPublishers.ofString("{\"id\":\"r\",\"limits\":\"1/1s\"}"))
            .build();

    json(server.send(asking), 201);
  }

  @Test
  void body_ofAMediaTypeOtherThanJson_isRefused() {
    String body = "{\"tier\":\"pro\"}";
    String path = "/api/v1/users/u/tier";

    problem(server.send("PUT", path, body, "Content-Type", "application/x-yaml"), 415);
    problem(server.send("PUT", path, body, "Content-Type", "text/json"), 415);
    json(server.send("PUT", path, body, "Content-Type", "Application/JSON; charset=utf-8"), 200);
    json(server.send("PUT", path, body, "Content-Type", "application/x-www-form-urlencoded"), 200);
    json(server.send("PUT", path, body, "Content-Type", "application/merge-patch+json"), 200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/api",
        "/api/v1/rules/",
        "/api/v1//rules",
        "/API/v1/rules",
        "/api/v1/%72ules",
        "/admin/"
      })
  void request_toAnUnknownPath_isNotFound(String path) {
    problem(server.get(path), 404);
  }

  @Test
  void request_withAnotherMethod_isRefusedAndNamesTheAllowedMethods() {
    HttpResponse<String> answer = server.send("PATCH", "/api/v1/rules/r", "{}");

    problem(answer, 405);
    assertThat(AdminServer.header(answer, "Allow")).isEqualTo("DELETE, GET, HEAD, PUT");
    assertThat(AdminServer.header(server.get("/api/v1/explain"), "Allow")).isEqualTo("POST");
  }

  @Test
  void head_isAGetWithoutTheBody() {
    HttpResponse<String> head = server.send("HEAD", "/api/v1/rules/per-user", "");
    HttpResponse<String> get = server.get("/api/v1/rules/per-user");

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(AdminServer.header(head, "ETag")).isEqualTo(AdminServer.header(get, "ETag"));
    assertThat(AdminServer.header(head, "Content-Length"))
        .isEqualTo(AdminServer.header(get, "Content-Length"));
  }

  @Test
  void requestIdIsKeptIfItIsOne_andMadeIfNot() {
    HttpResponse<String> own = server.send("GET", "/api/v1/rules", "", "X-Request-Id", "a-B.1_");
    HttpResponse<String> odd = server.send("GET", "/api/v1/rules", "", "X-Request-Id", "<script>");

    assertThat(AdminServer.header(own, "X-Request-Id")).isEqualTo("a-B.1_");
    assertThat(AdminServer.header(odd, "X-Request-Id")).matches("[0-9a-f-]{36}");
    assertThat(AdminServer.header(server.sendAs("", "GET", "/x", ""), "X-Request-Id")).isNotEmpty();
  }

  @Test
  void health_followsItsComponents() {
    JsonObject up = json(server.sendAs("", "GET", "/health", ""), 200);
    assertThat(up.getString("status")).isEqualTo("UP");
    assertThat(up.getJsonObject("components").getJsonObject("store").getInteger("keys"))
        .isEqualTo(1);

    server.storeUp = false;

    JsonObject down = json(server.sendAs("", "GET", "/health", ""), 503);
    assertThat(down.getString("status")).isEqualTo("DOWN");
    assertThat(json(server.get("/admin/status"), 200).getString("status")).isEqualTo("DOWN");
    assertThat(server.askedOnEventLoop).as("a handler may block").isFalse();
  }

  @Test
  void metrics_areInThePrometheusFormat() {
    HttpResponse<String> metrics = server.sendAs("", "GET", "/metrics", "");

    assertThat(metrics.body()).contains("throttlex_keys 1");
    assertThat(AdminServer.header(metrics, "Content-Type")).startsWith("text/plain; version=0.0.4");
  }

  @Test
  void request_withABrokenDatabase_isUnavailableAndShowsNoDetails() {
    server.database.close();

    HttpResponse<String> answer = server.get("/api/v1/audit");

    assertThat(problem(answer, 503).getString("detail"))
        .isEqualTo("database: failed; nothing was changed; see the log");
    problem(server.send("PUT", "/api/v1/users/u/tier", "{\"tier\":\"pro\"}"), 503);
    assertThat(server.throttlex.tier("u")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"\":\"\"}",
        "{\"id\":\"\\u0000\",\"limits\":\"\\ud800\"}",
        "{\"id\":\"r\",\"limits\":\"1/1s\",\"match\":{\"services\":[\"\\ud800\",\"\\u007f\"]}}",
        "{\"id\":\"r\",\"limits\":{\"\\ud83d\\ude00\":\"1/1s\",\"*\":null}}",
        "{\"id\":{\"a\":[1,{}]},\"limits\":[[[]]],\"match\":[1e999]}",
        "{\"id\":1e99999999999}",
        "{\"version\":1e999,\"tier\":{},\"rule\":[],\"limits\":[1],\"expiresAt\":-1}",
        "{\"version\":99999999999999999999,\"expiresAt\":9999999999999,\"rule\":\"\\ud800\"}",
        "{\"key\":\"\\ud800\",\"type\":1,\"capacity\":1.5,\"refillRate\":[],\"windowSeconds\":null}",
        "{\"key\":\"k\",\"type\":\"TOKEN_BUCKET\",\"capacity\":1,\"refillRate\":100000000000000,"
            + "\"windowSeconds\":1576800000}"
      })
  void body_withStrangeValues_isNeverAServerError(String body) {
    server.send("POST", "/api/v1/rules", "{\"id\":\"some\",\"limits\":\"1/1s\"}");
    for (Route route : server.plane.routes().routes()) {
      String path = route.path().replaceAll("\\{[a-z]+}", "some");
      HttpResponse<String> answer =
          server.send(route.method(), path, route.method().equals("GET") ? "" : body);
      assertThat(answer.statusCode()).as(route.method() + path + answer.body()).isLessThan(500);
    }
  }
}
