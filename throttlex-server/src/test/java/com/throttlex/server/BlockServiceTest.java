package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of keys that are denied too often, at two nodes that share Redis. */
class BlockServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: logins
          match: {endpoint: /login}
          key: [user]
          limits: 2/1s
          on-exceed: {block: 10m, after: 3}
        - id: leased
          match: {endpoint: /leased}
          key: [user]
          limits: 200/1h
          sync: leased
          on-exceed: {block: 10m, after: 3}
        - id: tried
          match: {endpoint: /tried}
          key: [user]
          limits: 1/1h
          mode: shadow
          on-exceed: {block: 1h, after: 2, within: 1m}
      """;

  @TempDir static Path folder;
  private static RedisServer redis;
  private static TwoNodes nodes;

  @BeforeAll
  static void start() throws IOException {
    redis = RedisServer.start();
    nodes = TwoNodes.start(folder, RULES, "store: " + redis.url() + "?timeout=2s\n");
  }

  @AfterAll
  static void stop() {
    nodes.close();
    redis.close();
  }

  private static Reply login(RunningServer node, String user, String more) {
    return node.check("{\"user\":\"" + user + "\",\"endpoint\":\"/login\"" + more + "}");
  }

  private static String path(String user) {
    return "/api/v1/keys/logins%7Cuser=" + user;
  }

  private static JsonObject block(RunningServer node, String user) {
    Reply key = node.admin("GET", path(user), "");
    return key.status() == 200 ? key.json().getJsonObject("block") : new JsonObject();
  }

  /** Is denied at the first node until the user is blocked. */
  private static void block(String user) {
    Await.until(
        "blocked",
        () -> {
          for (int i = 0; i < 5; i++) { // a busy machine may not be faster than the limit
            login(nodes.a(), user, "");
          }
          return block(nodes.a(), user).getBoolean("blocked", false);
        });
  }

  @Test
  void user_blockedAtOneNode_isDeniedAtTheOtherUntilTheBlockEnds() {
    block("eve");
    Await.until(
        "blocked at the other node",
        () -> login(nodes.b(), "eve", "").json().getBoolean("blocked", false));
    Reply denied = login(nodes.b(), "eve", "");
    assertThat(denied.status()).isEqualTo(429);
    JsonObject body = denied.json();
    assertThat(body.getBoolean("blocked")).isTrue();
    assertThat(body.getLong("retryAfter")).isBetween(570L, 600L);
    assertThat(body.getLong("retry_after")).isEqualTo(body.getLong("retryAfter"));
    assertThat(body.getString("detail")).startsWith("Blocked, because of too many denied requests");
    assertThat(denied.header("Retry-After")).isEqualTo(String.valueOf(body.getLong("retryAfter")));
    assertThat(denied.header("X-RateLimit-Remaining")).isEqualTo("0");

    assertThat(login(nodes.b(), "alice", "").status()).isEqualTo(200);
    assertThat(login(nodes.b(), "eve", ",\"priority\":\"critical\"").json().containsKey("blocked"))
        .isFalse();
    assertThat(login(nodes.b(), "eve", ",\"cost\":0").json().getBoolean("blocked")).isTrue();
  }

  @Test
  void block_isShownByExplainAndTopAndMetrics() {
    block("tom");

    JsonObject explained =
        nodes
            .b()
            .admin("POST", "/api/v1/explain", "{\"user\":\"tom\",\"endpoint\":\"/login\"}")
            .json();
    JsonObject rule = explained.getJsonArray("rules").getJsonObject(0);
    assertThat(rule.getJsonObject("block").getLong("after")).isEqualTo(3);
    assertThat(rule.getJsonObject("block").getBoolean("blocked")).isTrue();
    assertThat(explained.getJsonObject("decision").getBoolean("blocked")).isTrue();
    long end = rule.getJsonObject("block").getLong("endsAt");
    assertThat(end).isEqualTo(explained.getJsonObject("decision").getLong("resetAt"));

    JsonArray top =
        nodes.a().admin("GET", "/api/v1/top?n=100", "").json().getJsonArray("mostDenied");
    assertThat(
            top.stream()
                .map(JsonObject.class::cast)
                .filter(key -> key.getString("key").equals("logins|user=tom"))
                .map(key -> key.getJsonObject("block").getLong("endsAt")))
        .containsExactly(end);
    assertThat(nodes.a().metric("throttlex_blocks_total")).isPositive();
  }

  @Test
  void block_liftedOverTheApi_isGoneAtBothNodesAndAudited() {
    block("bob");
    Await.until(
        "blocked at both", () -> login(nodes.b(), "bob", "").json().getBoolean("blocked", false));

    assertThat(nodes.a().admin("DELETE", path("bob") + "/block", "").status()).isEqualTo(204);

    assertThat(block(nodes.a(), "bob").getBoolean("blocked", false)).isFalse();
    Await.until(
        "refilled", () -> login(nodes.a(), "bob", ",\"cost\":0").json().getLong("remaining") > 1);
    assertThat(login(nodes.a(), "bob", "").status()).isEqualTo(200);
    Await.until("admitted at b", () -> login(nodes.b(), "bob", "").status() == 200);
    JsonObject entry =
        nodes.a().admin("GET", "/api/v1/audit?user=bob", "").json().getJsonArray("entries").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("action").equals("key-unblock"))
            .findFirst()
            .orElseThrow();
    assertThat(entry.getString("target")).isEqualTo("logins|user=bob");
    assertThat(nodes.a().admin("DELETE", "/api/v1/keys/nobody%7Cuser=u/block", "").status())
        .isEqualTo(404);
    assertThat(nodes.a().admin("DELETE", "/api/v1/keys/logins%7Cip=1/block", "").status())
        .isEqualTo(400);
  }

  @Test
  void user_ofALeasedRule_isBlockedAtBothNodes() {
    String body = "{\"user\":\"u\",\"endpoint\":\"/leased\"";
    assertThat(nodes.a().check(body + ",\"cost\":200}").status()).isEqualTo(200);
    for (RunningServer node : new RunningServer[] {nodes.a(), nodes.b()}) {
      Await.until("blocked", () -> node.check(body + "}").json().getBoolean("blocked", false));
      assertThat(node.check(body + "}").json().getLong("retryAfter")).isBetween(570L, 600L);
    }
  }

  @Test
  void shadowRule_countsTheBlockAndAdmits() {
    String body = "{\"user\":\"u\",\"endpoint\":\"/tried\"}";
    for (int i = 0; i < 5; i++) {
      assertThat(nodes.a().check(body).status()).isEqualTo(200);
    }
    Await.until("counted", () -> nodes.a().metric("throttlex_shadow_blocks_total") == 1);
    assertThat(nodes.a().check(body).json().containsKey("blocked")).isFalse();
  }

  @Test
  void wrongBlock_isAProblemWithItsKeyAndValue() {
    Reply wrong =
        nodes
            .a()
            .admin(
                "POST",
                "/api/v1/rules",
                """
                {"id":"new","key":["user"],"limits":"1/1s",
                 "on-exceed":{"block":"31d","after":0,"within":"2h"}}""");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body())
        .contains("on-exceed.block: \\\"31d\\\" (expected: a length of time from 1s to 30d")
        .contains("on-exceed.after: 0 (expected: a whole number from 1 to 1000)");
  }
}
