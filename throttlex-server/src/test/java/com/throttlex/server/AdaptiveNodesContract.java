package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on one store, of which only one hears how services are. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AdaptiveNodesContract {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: moved, match: {services: [orders-db]}, key: [global], limits: 100/1s, adaptive: {min: 60, max: 200}}
        - {id: held, match: {services: [mail]}, key: [global], limits: 100/1s, adaptive: {min: 10, max: 200}}
      """;
  private static final String LOST =
      """
      [{"service":"orders-db","responseTime":9000,"errorRate":0.9,"cpu":1,"queueDepth":900},
       {"service":"mail","responseTime":9000,"errorRate":0.9,"cpu":1,"queueDepth":900}]""";

  private TwoNodes nodes;
  private RunningServer a;
  private RunningServer b;

  /** Which store both have. */
  abstract String settings();

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    nodes = TwoNodes.start(folder, RULES, settings());
    a = nodes.a();
    b = nodes.b();
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  private static JsonObject standing(RunningServer node, String rule) {
    return node.admin("GET", "/api/v1/adaptive/" + rule, "").json();
  }

  private static long enforced(RunningServer node, String service) {
    String check = new JsonObject().put("service", service).put("cost", 0).encode();
    return node.check(check).json().getLong("limit");
  }

  @Test
  void limit_movedOrOverriddenOnOneNode_isTheSameOnBoth() {
    assertThat(b.admin("POST", "/api/v1/adaptive/held/override", "{\"limit\":150}").status())
        .isEqualTo(200);
    Pushed pushed = new Pushed(a, LOST);
    Await.until(
        "the lowest limit on both nodes",
        () -> {
          pushed.again();
          return enforced(a, "orders-db") == 60 && enforced(b, "orders-db") == 60;
        });
    assertThat(standing(b, "moved").getDouble("health")).isLessThan(0.5);

    Await.until("the overridden limit", () -> enforced(a, "mail") == 150);
    assertThat(enforced(b, "mail")).isEqualTo(150);
    assertThat(standing(a, "held").getString("mode")).isEqualTo("fixed");
    assertThat(a.admin("GET", "/api/v1/adaptive", "").json().getInteger("nodes")).isEqualTo(2);

    assertThat(a.admin("POST", "/api/v1/adaptive/held/resume", "").status()).isEqualTo(200);
    Await.until(
        "a lower limit on both nodes",
        () -> {
          pushed.again();
          return enforced(a, "mail") < 150 && enforced(b, "mail") < 150;
        });
  }
}
