package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditEntry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of users, and their denials. */
class UserListTest extends AdminTest {
  private static final String USERS = "/api/v1/users";

  private void tier(String user) {
    json(server.send("PUT", USERS + "/" + user + "/tier", "{\"tier\":\"pro\"}"), 200);
  }

  private void override(String user, String rule, long seconds) {
    JsonObject body = new JsonObject().put("rule", rule).put("limits", "9/1m");
    body.put("expiresAt", server.now().plusSeconds(seconds).getEpochSecond());
    json(server.send("POST", USERS + "/" + user + "/override", body.encode()), 201);
  }

  private AuditEntry denial(String user, int second) {
    return new AuditEntry(
        server.now().plusSeconds(second), "throttlex", "throttled", "per-user", user, "limit 5");
  }

  private static List<String> names(JsonObject page) {
    return page.getJsonArray("users").stream()
        .map(user -> ((JsonObject) user).getString("user"))
        .toList();
  }

  @Test
  void list_hasUsersWithATierAnOverrideOrDenials() {
    tier("bea");
    override("ann", "per-user", 60);
    override("bea", "per-user", 60);
    override("gone", "per-user", 1);
    server.database.audit().append(List.of(denial("bea", 1), denial("carl", 2), denial("bea", 3)));
    server.clock.advance(Duration.ofSeconds(5));

    JsonObject page = json(server.sendAs(AdminServer.VIEWER, "GET", USERS, ""), 200);

    assertThat(names(page)).containsExactly("ann", "bea", "carl");
    assertThat(page.getValue("next")).isNull();
    assertThat(page.getJsonArray("users").getJsonObject(1))
        .isEqualTo(
            new JsonObject()
                .put("user", "bea")
                .put("tier", "pro")
                .put("overrides", 1)
                .put("throttledAt", "2026-11-15T12:00:03Z"));
    assertThat(page.getJsonArray("users").getJsonObject(0).getValue("throttledAt")).isNull();
  }

  @Test
  void pages_andPrefixes_listEachUserOnce() {
    IntStream.range(0, 5).forEach(i -> tier("u-" + i));
    tier("%25_x");
    server.database.audit().append(List.of(denial("u-2", 1), denial("u-22", 1)));

    JsonObject first = json(server.get(USERS + "?q=u-&limit=3"), 200);
    JsonObject second =
        json(server.get(USERS + "?q=u-&limit=3&cursor=" + first.getString("next")), 200);

    assertThat(names(first)).containsExactly("u-0", "u-1", "u-2");
    assertThat(names(second)).containsExactly("u-22", "u-3", "u-4");
    assertThat(second.getValue("next")).isNull();
    assertThat(names(json(server.get(USERS + "?q=%25"), 200))).containsExactly("%_x");
    assertThat(names(json(server.get(USERS + "?q=U-"), 200))).isEmpty();
  }

  @Test
  void lastDenial_isFoundBehindThoseOfManyOthers() {
    tier("vip");
    server.database.audit().append(List.of(denial("vip", 1), denial("early", 1)));
    List<AuditEntry> others =
        IntStream.range(0, UserListRoute.RECENT).mapToObj(i -> denial("u" + i % 9, 2)).toList();
    server.database.audit().append(others);

    JsonObject page = json(server.get(USERS), 200);

    assertThat(names(page)).hasSize(10).contains("vip").doesNotContain("early");
    assertThat(page.getJsonArray("users").getJsonObject(9).getString("throttledAt"))
        .isEqualTo("2026-11-15T12:00:01Z");
  }

  @Test
  void denials_ofAUser_areListedNewestFirst() {
    tier("bea");
    server.database.audit().append(List.of(denial("bea", 1), denial("carl", 2), denial("bea", 3)));
    String path = USERS + "/bea/throttled";

    JsonArray entries =
        json(server.sendAs(AdminServer.VIEWER, "GET", path, ""), 200).getJsonArray("entries");

    assertThat(entries).hasSize(2);
    assertThat(entries.getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("at", "2026-11-15T12:00:03Z")
                .put("rule", "per-user")
                .put("detail", "limit 5"));
    assertThat(json(server.get(path + "?limit=1"), 200).getJsonArray("entries")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?limit=0", "?limit=501", "?n=1", "/u/throttled?limit=1001"})
  void wrongQuery_isRefused(String query) {
    problem(server.get(USERS + query), 400);
  }
}
