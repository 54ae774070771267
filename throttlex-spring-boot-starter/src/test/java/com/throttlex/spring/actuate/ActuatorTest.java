package com.throttlex.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.key.SecretValue;
import com.throttlex.spring.App;
import com.throttlex.spring.actuate.Endpoint.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A servlet application with the whole actuator; each test has its own keys. */
@ExtendWith(OutputCaptureExtension.class)
class ActuatorTest {
  private static App app;
  private static Endpoint endpoint;

  @BeforeAll
  static void start(CapturedOutput output) {
    app = App.servlet(Shop.class, Shop.SETTINGS);
    endpoint = new Endpoint(app);
    assertThat(output.getAll()).contains("rule hello").doesNotContain("not eligible");
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  private static int hello(String apiKey) {
    return app.get("/hello", "X-API-Key", apiKey).statusCode();
  }

  @Test
  void overview_showsRulesInTheirOwnWords_withDigestsOfApiKeys() throws Exception {
    Answer shown = endpoint.get("");

    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.body())
        .contains(
            entry("mode", "embedded"),
            entry("enforced-by", List.of("a servlet filter")),
            entry("problems", List.of()),
            entry("tiers", List.of("free", "pro")),
            entry("default-rule", "none"));
    assertThat(shown.map("adaptive").get("settings")).isEqualTo(Map.of("growth", 1.5));
    assertThat(shown.map("adaptive").get("rules")).isEqualTo(List.of());
    assertThat(shown.list("priorities"))
        .containsExactly(
            Map.of(
                "match",
                Map.of("api-keys", List.of("sha256:2750d1fd5261d132ea175b95a4afa678")),
                "class",
                "high"));
    assertThat(shown.list("stores"))
        .hasSize(2)
        .contains(Map.of("kind", "redis", "details", Map.of("nodes", 2)));
    assertThat(shown.list("rules"))
        .containsExactlyInAnyOrder(
            Map.of(
                "id",
                "hello",
                "match",
                Map.of("endpoint", "/hello"),
                "key",
                List.of("api-key"),
                "limits",
                Map.of("free", "3/1h", "pro", "30/1h")),
            Map.of(
                "id",
                "paths",
                "match",
                Map.of("endpoint", "/hello/**"),
                "key",
                List.of("endpoint"),
                "limits",
                "1000/1h"),
            Map.of(
                "id",
                "regions",
                "match",
                Map.of("attributes", Map.of("kind", "test")),
                "key",
                List.of("attribute:region"),
                "limits",
                "7/1h"),
            Map.of(
                "id",
                "partners",
                "match",
                Map.of(
                    "api-keys",
                    List.of(
                        "sha256:d770878f30ddabffbb5e28a222e03bb3",
                        "sha256:b42ac6319d99711cf1e8116be5406ea6")),
                "key",
                List.of("api-key"),
                "limits",
                "9/1h"));
  }

  @Test
  void counter_afterTwoRequests_hasTheRest() throws Exception {
    hello("ann");
    hello("ann");

    Answer state = endpoint.get("/hello%7Capi-key=ann");

    assertThat(state.status()).isEqualTo(200);
    assertThat(state.body())
        .contains(
            entry("key", "hello|api-key=sha256:49915e0d7d4b402e3017d010bc1c0e83"),
            entry("rule", "hello"));
    assertThat(endpoint.get("/hello%7Capi-key=sha256:49915e0d7d4b402e3017d010bc1c0e83").body())
        .isEqualTo(state.body());
    assertThat(state.list("limits"))
        .singleElement()
        .extracting("limit", "remaining", "currentCount", "windowSeconds")
        .containsExactly(3, 1, 2, 3600);
  }

  @Test
  void counter_whoseKeyHasSlashesOrEscapes_isFound() throws Exception {
    app.get("/hello/you");
    hello("a=b");

    assertThat(endpoint.get("/paths%7Cendpoint=/hello/you").status()).isEqualTo(200);
    assertThat(endpoint.get("?key=paths%7Cendpoint%3D%2Fhello%2Fyou").status()).isEqualTo(200);
    assertThat(endpoint.get("?key=hello%7Capi-key%3Da%253Db").status()).isEqualTo(200);
  }

  @Test
  void counter_thatNobodyUsed_isNotFound() throws Exception {
    Answer state = endpoint.get("/hello%7Capi-key=nobody");

    assertThat(state.status()).isEqualTo(404);
    assertThat(state.problems())
        .isEqualTo(
            "[key: \"hello|api-key=sha256:6382b3cc881412b77bfcaeed026001c0\""
                + " (expected: a key in use)]");
  }

  @Test
  void counter_thatNoRuleHas_isRefusedWithTheReason() throws Exception {
    Answer noRule = endpoint.get("/hallo%7Capi-key=ann");
    Answer noKey = endpoint.get("/hello%7Cuser=ann");

    assertThat(noRule.status()).isEqualTo(400);
    assertThat(noRule.problems()).isEqualTo("[rule: \"hallo\" (expected: the id of a rule)]");
    assertThat(noKey.status()).isEqualTo(400);
    assertThat(noKey.problems()).isEqualTo("[key: \"hello|…\" (expected: hello|api-key=…)]");
  }

  @Test
  void explain_saysWhatApplies_andConsumesNothing() throws Exception {
    String check = "{\"endpoint\": \"/hello\", \"apiKey\": \"bob\", \"tier\": \"free\"}";

    Answer first = endpoint.explain(check);
    Answer second = endpoint.explain(check);

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.map("decision"))
        .extracting("allowed", "rule", "limit")
        .containsExactly(true, "hello", 3);
    assertThat(first.list("rules"))
        .extracting("rule", "applies")
        .contains(tuple("hello", true), tuple("regions", false));
    assertThat(second.body().get("rules")).isEqualTo(first.body().get("rules"));
    assertThat(endpoint.get("/hello%7Capi-key=bob").status()).isEqualTo(404);
  }

  @Test
  void explain_withAttributes_countsByThem() throws Exception {
    Answer explained =
        endpoint.explain(
            "{\"attribute:kind\": \"test\", \"attribute:region\": \"eu\", \"cost\": 8}");

    assertThat(explained.map("decision"))
        .extracting("allowed", "rule")
        .containsExactly(false, "regions");
    assertThat(String.valueOf(explained.list("rules"))).contains("regions|attribute:region=eu");
  }

  @Test
  void explain_ofWrongMembers_isRefusedNamingEach() throws Exception {
    Answer refused =
        endpoint.explain(
            "{\"usr\": \"ann\", \"cost\": \"much\", \"priority\": \"top\", \"ip\": \"x\"}");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.list("problems")).hasSize(4);
    assertThat(refused.problems())
        .contains("usr: unknown member (expected: one of user, ip,")
        .contains("cost: \"much\" (expected: a whole number)")
        .contains("priority: \"top\" (expected: critical, high, normal or low)")
        .contains("ip: \"x\" (expected:");
  }

  @Test
  void reset_forgetsTheCounter_andSaysWhetherThereWasOne() throws Exception {
    while (hello("cy") == 200) {}

    assertThat(endpoint.delete("/hello%7Capi-key=cy").body())
        .containsEntry("key", "hello|api-key=" + SecretValue.digest("cy"))
        .containsEntry("reset", true);
    assertThat(hello("cy")).isEqualTo(200);
    assertThat(endpoint.delete("?key=hello%7Capi-key%3Dcy").body()).containsEntry("reset", true);
    assertThat(endpoint.delete("/hello%7Capi-key=cy").body()).containsEntry("reset", false);
    assertThat(endpoint.delete("/hallo%7Capi-key=cy").status()).isEqualTo(400);
  }

  @Test
  void health_whileTheStoreIsAway_isUpAndSaysDegraded() throws Exception {
    Answer fine = endpoint.call("GET", "/actuator/health", "");
    Shop.Counters counters = app.bean(Shop.Counters.class);
    Answer away;
    counters.problem.set("does not answer");
    try {
      away = endpoint.call("GET", "/actuator/health", "");
      assertThat(endpoint.get("").problems()).isEqualTo("[redis: does not answer]");
    } finally {
      counters.problem.set("");
    }

    assertThat(fine.body()).containsEntry("status", "UP");
    assertThat(String.valueOf(fine.map("components").get("throttlex")))
        .contains("status=UP", "degraded=false", "kind=redis");
    assertThat(away.status()).isEqualTo(200);
    assertThat(away.body()).containsEntry("status", "UP");
    assertThat(String.valueOf(away.map("components").get("throttlex")))
        .contains("status=UP", "degraded=true", "redis: does not answer");
  }

  @Test
  void decisions_areCountedInTheMetrics() throws Exception {
    while (hello("dan") == 200) {}

    assertThat(app.get("/actuator/prometheus").body())
        .containsPattern(
            "throttlex_allowed_total\\{algorithm=\"token-bucket\",rule=\"hello\"} [3-9]")
        .containsPattern(
            "throttlex_blocked_total\\{algorithm=\"token-bucket\",rule=\"hello\"} [1-9]");
    assertThat(app.get("/actuator/metrics/throttlex.blocked").statusCode()).isEqualTo(200);
  }
}
