package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that the content type of end users, which gateways forward to forward-auth, never leads to
 * another door. The errors of that door are a 200, which would allow the request.
 */
class ForwardAuthTypeTest {
  private static final String[] TYPES = {
    "application/grpc", "application/grpc+proto", "application/grpc+json", "application/grpc-web"
  };
  private static final String TOKEN = "gateway-token-0123456789";
  private static final String RULES =
      """
      version: 1
      rules:
        - {id: all, key: [global], limits: 1/1d, algorithm: fixed-window}
      """;

  @TempDir Path folder;

  private static int authorize(
      HttpClient.Version version, RunningServer server, String type, String token)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.port() + "/api/v1/authorize"))
            .header("Content-Type", type)
            .header("X-Forwarded-Uri", "/x")
            .POST(HttpRequest.BodyPublishers.ofString("x"));
    if (token != null) {
      request.header("X-ThrottleX-Token", token);
    }
    return HttpClient.newBuilder()
        .version(version)
        .build()
        .send(request.build(), HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  @ParameterizedTest
  @EnumSource
  void forwardAuth_ofAGrpcRequest_isDecidedByTheRules(HttpClient.Version version) throws Exception {
    try (RunningServer server = RunningServer.start(folder, RULES)) {
      assertThat(authorize(version, server, TYPES[0], null)).isEqualTo(200);
      for (String type : TYPES) {
        assertThat(authorize(version, server, type, null)).as(type).isEqualTo(429);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void forwardAuth_ofAGrpcRequestWithoutAValidAccessToken_isUnauthorized(HttpClient.Version version)
      throws Exception {
    String settings = "server: {access: {tokens: [{name: gateway, token: " + TOKEN + "}]}}\n";
    try (RunningServer server = RunningServer.start(folder, RULES, settings)) {
      for (String type : TYPES) {
        assertThat(authorize(version, server, type, null)).as(type).isEqualTo(401);
        assertThat(authorize(version, server, type, TOKEN + "x")).as(type).isEqualTo(401);
      }
      assertThat(authorize(version, server, TYPES[0], TOKEN)).isEqualTo(200);
    }
  }
}
