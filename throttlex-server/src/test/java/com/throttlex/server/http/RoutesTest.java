package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the paths and methods of the door. */
class RoutesTest {
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

  @Test
  void healthcheck_isOk() {
    Reply reply = server.get("/healthcheck");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("OK");
    Reply head =
        server.send(server.request("/healthcheck").method("HEAD", BodyPublishers.noBody()));
    assertThat(head.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/api/v1/check/", "/api/v1", "/API/V1/CHECK", "/api/v1/rules", "/x?y"})
  void unknownPath_isNotFound(String path) {
    BadRequestTest.assertProblem(server.get(path), 404);
    BadRequestTest.assertProblem(server.post(path, "{}"), 404);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/check, GET, POST",
    "/throttle/check, PUT, POST",
    "/api/v1/check/batch, DELETE, POST",
    "/api/v1/settle, PATCH, POST",
    "/api/v1/extend, GET, POST",
    "/json, GET, POST",
    "/healthcheck, POST, 'GET, HEAD'"
  })
  void otherMethod_isNotAllowed(String path, String method, String allowed) {
    Reply reply = server.send(server.request(path).method(method, BodyPublishers.noBody()));
    BadRequestTest.assertProblem(reply, 405);
    assertThat(reply.header("Allow")).isEqualTo(allowed);
  }

  private static Reply envoy(String client) {
    return server.post(
        "/json",
        "{\"domain\":\"edge\",\"descriptors\":[{\"entries\":[{\"key\":\"client\",\"value\":\""
            + client
            + "\"}]}]}");
  }

  @Test
  void envoyRequest_isDecidedByItsRules() {
    Reply first = envoy("a");
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.header("content-type")).isEqualTo("application/json");
    assertThat(first.json().getString("overallCode")).isEqualTo("OK");
    assertThat(envoy("a").status()).isEqualTo(200);
    Reply over = envoy("a");
    assertThat(over.status()).isEqualTo(429);
    assertThat(over.json().getString("overallCode")).isEqualTo("OVER_LIMIT");
    assertThat(envoy("b").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "{}", "{\"domain\":\"edge\"}", "{\"domain\":\"edge\",\"x\":1}"})
  void envoyRequest_thatIsMalformed_isRefused(String body) {
    BadRequestTest.assertProblem(server.post("/json", body), 400);
  }
}
