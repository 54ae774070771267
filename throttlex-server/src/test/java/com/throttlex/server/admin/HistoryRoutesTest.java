package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryRoutesTest extends AdminTest {
  @BeforeEach
  void twoVersions() {
    server.send("POST", "/api/v1/rules", "{\"id\":\"r\",\"limits\":\"1/1s\"}");
    server.send("PUT", "/api/v1/rules/r", "{\"limits\":\"2/1s\",\"mode\":\"shadow\"}");
  }

  private JsonObject version(int place) {
    return server.json("/api/v1/rules/r/history").getJsonArray("versions").getJsonObject(place);
  }

  @Test
  void historySaysWhoWhenAndWhatChanged_newestFirst() {
    assertThat(version(0).getLong("version")).isEqualTo(2);
    assertThat(version(0).getString("action")).isEqualTo("updated");
    assertThat(version(0).getString("actor")).isEqualTo("ada");
    assertThat(version(0).getString("at")).isEqualTo(server.now().toString());
    assertThat(version(0).getJsonObject("rule").getString("limits")).isEqualTo("2/1s");
    assertThat(version(0).getJsonArray("changed"))
        .isEqualTo(new JsonArray(List.of("limits", "mode")));
    assertThat(version(1).getString("action")).isEqualTo("created");
  }

  @Test
  void deletedRuleKeepsItsHistory_andComesBackByRollback() {
    server.send("DELETE", "/api/v1/rules/r", "");

    assertThat(version(0).getString("action")).isEqualTo("deleted");
    assertThat(version(0).getValue("rule")).isNull();
    JsonObject back = json(server.send("POST", "/api/v1/rules/r/rollback", "{\"version\":1}"), 200);
    assertThat(back.getString("limits")).isEqualTo("1/1s");
    assertThat(server.throttlex.rules().rule("r")).isNotNull();
  }

  @Test
  void rollback_toAnOldVersion_makesANewVersion() {
    HttpResponse<String> rolledBack =
        server.send("POST", "/api/v1/rules/r/rollback", "{\"version\":1}", "If-Match", "\"2\"");

    assertThat(json(rolledBack, 200).getLong("version")).isEqualTo(3);
    assertThat(AdminServer.header(rolledBack, "ETag")).isEqualTo("\"3\"");
    assertThat(version(0).getString("action")).isEqualTo("rolled-back");
    assertThat(audited()).endsWith("ada rule-rolled-back");
  }

  @Test
  void rollback_thatIsWrong_isRefused() {
    String path = "/api/v1/rules/r/rollback";

    problem(server.send("POST", path, "{\"version\":1}", "If-Match", "\"1\""), 412);
    problem(server.send("POST", path, "{\"version\":9}"), 404);
    problem(server.send("POST", "/api/v1/rules/x/rollback", "{\"version\":1}"), 404);
    problem(server.send("POST", "/api/v1/rules/per-user/rollback", "{\"version\":1}"), 409);
    assertThat(problems(server.send("POST", path, "{\"version\":\"1\",\"to\":2}"))).hasSize(2);
  }

  @Test
  void unknownRuleHasNoHistory_fileRuleAnEmptyOne() {
    problem(server.get("/api/v1/rules/x/history"), 404);
    assertThat(server.json("/api/v1/rules/per-user/history").getJsonArray("versions")).isEmpty();
  }
}
