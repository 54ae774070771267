package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.UsageCount;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit trail and usage. */
class RecordRoutesTest extends AdminTest {
  private void append(int count) {
    List<AuditEntry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String user = i % 2 == 0 ? "even" : "odd";
      Instant at = server.now().plusSeconds(i);
      entries.add(new AuditEntry(at, "engine", "throttled", "rule-" + i, user, ""));
    }
    server.database.audit().append(entries);
  }

  private List<String> targets(String query) {
    JsonArray entries = server.json("/api/v1/audit" + query).getJsonArray("entries");
    return entries.stream().map(entry -> ((JsonObject) entry).getString("target")).toList();
  }

  @Test
  void audit_isFilteredByUserActorAndTime() {
    append(6);
    String noon = "2026-11-15T12:00:0";

    assertThat(targets(""))
        .containsExactly("rule-5", "rule-4", "rule-3", "rule-2", "rule-1", "rule-0");
    assertThat(targets("?user=odd")).containsExactly("rule-5", "rule-3", "rule-1");
    assertThat(targets("?actor=ada")).isEmpty();
    assertThat(targets("?action=throttled&target=rule-2")).containsExactly("rule-2");
    assertThat(targets("?action=key-reset")).isEmpty();
    assertThat(targets("?target=rule-")).isEmpty();
    assertThat(targets("?from=" + noon + "2Z&to=" + noon + "4Z"))
        .containsExactly("rule-3", "rule-2");
    assertThat(targets("?from=" + (server.now().getEpochSecond() + 5))).containsExactly("rule-5");
  }

  @Test
  void audit_comesInPages() {
    append(5);

    JsonObject first = server.json("/api/v1/audit?limit=3");
    JsonObject second = server.json("/api/v1/audit?limit=3&before=" + first.getLong("next"));

    assertThat(first.getJsonArray("entries")).hasSize(3);
    assertThat(second.getJsonArray("entries")).hasSize(2);
    assertThat(second.getJsonArray("entries").getJsonObject(0).getString("target"))
        .isEqualTo("rule-1");
    assertThat(second.getValue("next")).isNull();
    assertThat(server.json("/api/v1/audit?limit=5").getValue("next")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"from=soon", "to=-1", "limit=0", "limit=1001", "before=x", "frm=1"})
  void audit_withAWrongQuery_namesTheParameter(String query) {
    String name = query.substring(0, query.indexOf('='));

    assertThat(problem(server.get("/api/v1/audit?" + query), 400).getString("detail"))
        .startsWith(name + ": ");
  }

  private void count(Instant minute, String rule, long allowed) {
    server.database.usage().add(minute, List.of(new UsageCount(rule, allowed, 1, 2, 0)));
  }

  @Test
  void usage_byDefault_isTheLastHourInMinutes() {
    count(server.now().minus(Duration.ofHours(2)), "a", 1);
    count(server.now().minus(Duration.ofMinutes(5)), "a", 2);
    count(server.now(), "b", 3);

    JsonObject usage = server.json("/api/v1/usage");
    JsonObject row = usage.getJsonArray("usage").getJsonObject(0);

    assertThat(usage.getString("resolution")).isEqualTo("minute");
    assertThat(usage.getJsonArray("usage")).hasSize(2);
    assertThat(row.getString("start")).isEqualTo("2026-11-15T11:55:00Z");
    assertThat(row.getString("rule")).isEqualTo("a");
    assertThat(row.getLong("allowed")).isEqualTo(2);
    assertThat(row.getLong("denied")).isEqualTo(1);
    assertThat(row.getLong("shadowDenied")).isEqualTo(2);
    assertThat(server.json("/api/v1/usage?rule=b").getJsonArray("usage")).hasSize(1);
    assertThat(server.json("/api/v1/usage?from=0").getString("resolution")).isEqualTo("hour");
    assertThat(server.json("/api/v1/usage?from=0&resolution=minute").getJsonArray("usage"))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"from=x", "to=2020-01-01", "resolution=week", "rules=a"})
  void usage_withAWrongQuery_namesTheParameter(String query) {
    String name = query.substring(0, query.indexOf('='));

    assertThat(problem(server.get("/api/v1/usage?" + query), 400).getString("detail"))
        .startsWith(name + ": ");
  }

  @Test
  void usage_ofTooManyRows_isRefusedAndNamesTheMaximum() {
    List<UsageCount> counts =
        IntStream.range(0, 10_001).mapToObj(i -> new UsageCount("r" + i, 1, 0, 0, 0)).toList();
    server.database.usage().add(server.now(), counts);

    assertThat(problem(server.get("/api/v1/usage"), 400).getString("detail")).contains("10000");
    assertThat(server.json("/api/v1/usage?rule=r7").getJsonArray("usage")).hasSize(1);
  }

  @Test
  void usage_ofAnEmptyTimeRange_isRefused() {
    problem(server.get("/api/v1/usage?from=100&to=100"), 400);
  }
}
