package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.admin.ApiDocument;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The OpenAPI document describes the data plane as it is. */
class DataPlaneDocumentTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: once, match: {endpoint: /once}, key: [user], limits: 1/1d}
        - {id: kept, match: {endpoint: /kept}, key: [user], limits: 1/1d, on-exceed: queue}
        - {id: slow, match: {endpoint: /slow}, key: [user], limits: 10/1s, burst: 1, on-exceed: {delay: 1m}}
        - {id: shed, match: {endpoint: /shed}, key: [user], limits: 1/1d, on-exceed: shed}
        - {id: bad, match: {endpoint: /bad}, key: [user], limits: 1/1d, on-exceed: {block: 1h, after: 1}}
      """;

  @TempDir static Path folder;
  private static RunningServer server;
  private static ApiDocument document;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, RULES);
    document = new ApiDocument(server.admin("GET", "/openapi.yaml", "").body());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void valid(int status, String method, String path, Reply reply) {
    assertThat(reply.status()).as(path + " " + reply.body()).isEqualTo(status);
    String type = reply.header("Content-Type");
    document.check(method, path, status, type == null ? "" : type, reply.body());
  }

  private static void check(int status, String body) {
    valid(status, "POST", "/api/v1/check", server.check(body));
  }

  @Test
  void everyPathOfTheDataPlane_isInTheDocument() {
    assertThat(document.operations(true))
        .containsExactlyInAnyOrder(
            "POST /api/v1/check",
            "POST /api/v1/check/batch",
            "POST /api/v1/settle",
            "POST /api/v1/extend",
            "GET /api/v1/authorize",
            "POST /json",
            "GET /healthcheck",
            "GET /throttlex/requests/{ticket}",
            "DELETE /throttlex/requests/{ticket}");
  }

  @Test
  void checks_ofEveryVerdict_areAsTheDocumentSays() {
    for (String path : new String[] {"/once", "/kept", "/slow", "/shed", "/bad"}) {
      check(200, "{\"user\":\"u\",\"endpoint\":\"" + path + "\"}");
    }
    check(429, "{\"user\":\"u\",\"endpoint\":\"/once\"}");
    check(202, "{\"user\":\"u\",\"endpoint\":\"/kept\"}");
    check(200, "{\"user\":\"u\",\"endpoint\":\"/slow\"}");
    check(503, "{\"user\":\"u\",\"endpoint\":\"/shed\"}");
    check(429, "{\"user\":\"u\",\"endpoint\":\"/bad\"}");
    check(429, "{\"user\":\"u\",\"endpoint\":\"/bad\"}");
    check(200, "{\"dimension\":\"GLOBAL\",\"ticket\":\"t\"}");
    check(400, "{\"usr\":1}");
    valid(
        415,
        "POST",
        "/api/v1/check",
        server.post("/api/v1/check", "{}", "Content-Type", "text/plain"));
    valid(
        403,
        "POST",
        "/api/v1/check",
        server.post("/api/v1/check", "{}", "Origin", "http://other.example"));
  }

  @Test
  void otherPaths_areAsTheDocumentSays() {
    String batch = "/api/v1/check/batch";
    valid(200, "POST", batch, server.post(batch, "[{\"user\":\"b\"},{\"usr\":1}]"));
    valid(400, "POST", batch, server.post(batch, "{}"));
    String settle = "/api/v1/settle";
    valid(404, "POST", settle, server.post(settle, "{\"reservation\":\"x\",\"cost\":1}"));
    valid(400, "POST", settle, server.post(settle, "{}"));
    String extend = "/api/v1/extend";
    valid(404, "POST", extend, server.post(extend, "{\"reservation\":\"x\",\"cost\":1}"));
    valid(400, "POST", extend, server.post(extend, "{\"reservation\":\"x\",\"cost\":0}"));
    String authorize = "/api/v1/authorize";
    valid(200, "GET", authorize, server.get(authorize, "X-Forwarded-Uri", "/a"));
    valid(400, "GET", authorize, server.get(authorize + "?deny-status=1"));
    valid(
        200,
        "POST",
        "/json",
        server.post(
            "/json", "{\"domain\":\"d\",\"descriptors\":[{\"entries\":[{\"key\":\"a\"}]}]}"));
    valid(400, "POST", "/json", server.post("/json", "["));
    valid(200, "GET", "/healthcheck", server.get("/healthcheck"));
  }
}
