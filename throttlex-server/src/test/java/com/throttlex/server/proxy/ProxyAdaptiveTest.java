package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adaptive limits see the upstreams of the proxy without being told. */
class ProxyAdaptiveTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: moved
          match: {services: [sick]}
          key: [global]
          limits: 1000000/1s
          adaptive: {min: 1000, max: 1000000}
      """;

  @TempDir Path folder;

  @Test
  void failuresOfAnUpstream_lowerTheHealthOfItsRoute() throws IOException {
    try (JdkUpstream sick =
            JdkUpstream.start(exchange -> JdkUpstream.answer(exchange, 500, "sick"));
        RunningServer server =
            RunningServer.startProxy(
                folder, RULES, "    - {id: sick, upstreams: [%s]}\n".formatted(sick.url()))) {
      Await.until(
          "a limit that follows the failures",
          () -> {
            for (int i = 0; i < 20; i++) {
              server.send(RunningServer.request(server.proxyPort(), "/"));
            }
            return values(server).getDouble("errorRate", 0.0) > 0.9
                && server.admin("GET", "/api/v1/adaptive/moved", "").json().getLong("limit")
                    < 1_000_000;
          });
      assertThat(values(server).fieldNames()).contains("responseTime");
    }
  }

  private static JsonObject values(RunningServer server) {
    return server
        .admin("GET", "/api/v1/adaptive", "")
        .json()
        .getJsonObject("sources")
        .getJsonObject("sick", new JsonObject())
        .getJsonObject("values", new JsonObject());
  }
}
