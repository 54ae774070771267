package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.UsageCount;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums of usage; the time is noon of 15 November 2026. */
class UsageSumsTest extends AdminTest {
  private static final String USAGE = "/api/v1/usage?";

  private void count(String time, String rule, long allowed) {
    UsageCount count = new UsageCount(rule, allowed, 1, 2, 1);
    server.database.usage().add(Instant.parse(time), List.of(count));
  }

  private JsonArray rows(String query) {
    return json(server.get(USAGE + query), 200).getJsonArray("usage");
  }

  /** The periods with decisions: when they start, and how many were allowed. */
  private List<String> periods(String query) {
    return rows(query).stream()
        .map(JsonObject.class::cast)
        .filter(row -> row.getLong("denied") > 0)
        .map(row -> row.getString("start") + " " + row.getLong("allowed"))
        .toList();
  }

  @Test
  void total_byMinute_hasEveryPeriodOfTheLastHour() {
    count("2026-11-15T11:00:00Z", "a", 1);
    count("2026-11-15T11:30:00Z", "a", 2);
    count("2026-11-15T11:30:00Z", "b", 4);
    count("2026-11-15T10:59:00Z", "b", 8);
    JsonArray rows = rows("group=total&step=minute");

    assertThat(rows).hasSize(60);
    JsonObject half = rows.getJsonObject(30);
    assertThat(half)
        .isEqualTo(
            new JsonObject()
                .put("start", "2026-11-15T11:30:00Z")
                .put("end", "2026-11-15T11:31:00Z")
                .put("allowed", 6)
                .put("denied", 2)
                .put("shadowDenied", 4)
                .put("delayed", 2)
                .put("complete", false));
    assertThat(periods("group=total&step=minute"))
        .containsExactly("2026-11-15T11:00:00Z 1", "2026-11-15T11:30:00Z 6");
    assertThat(periods("rule=b&step=minute")).containsExactly("2026-11-15T11:30:00Z 4");
    assertThat(rows("rule=none&step=minute")).hasSize(60);
  }

  @Test
  void decisionsOfTheRunningMinute_areIncluded() {
    count("2026-11-15T11:59:00Z", "a", 1);
    server.clock.advance(Duration.ofSeconds(30));
    Instant noon = Instant.parse("2026-11-15T12:00:00Z");
    List<UsageCount> counts =
        List.of(new UsageCount("a", 5, 1, 0, 0), new UsageCount("b", 70, 1, 0, 0));
    server.unwritten = new UnwrittenUsage(noon, counts, 1);
    JsonArray total = rows("group=total&step=minute");

    assertThat(total.getJsonObject(total.size() - 2).getBoolean("complete")).isTrue();
    JsonObject running = total.getJsonObject(total.size() - 1);
    assertThat(running.getString("start")).isEqualTo("2026-11-15T12:00:00Z");
    assertThat(running.getLong("allowed")).isEqualTo(75);
    assertThat(running.getBoolean("complete")).isFalse();
    assertThat(periods("rule=a&step=day")).containsExactly("2026-11-15T00:00:00Z 6");
    assertThat(rows("group=rule").stream().map(row -> ((JsonObject) row).getLong("allowed")))
        .containsExactly(70L, 6L);
    assertThat(rows("group=rule&to=2026-11-15T12:00:00Z")).hasSize(1);
  }

  @Test
  void daysAreThoseOfTheZone_alsoWhenClocksChange() {
    count("2026-10-24T21:59:00Z", "a", 1); // a minute before midnight in Berlin
    count("2026-10-24T22:00:00Z", "a", 2); // Sunday with 25 hours
    count("2026-10-25T22:59:00Z", "a", 4);
    count("2026-10-25T23:00:00Z", "a", 8);
    String berlin = "group=total&step=day&from=2026-10-24T12:00:00Z&zone=Europe/Berlin";

    assertThat(periods(berlin))
        .containsExactly(
            "2026-10-23T22:00:00Z 1", "2026-10-24T22:00:00Z 6", "2026-10-25T23:00:00Z 8");
    assertThat(rows(berlin).getJsonObject(1).getString("end")).isEqualTo("2026-10-25T23:00:00Z");
  }

  @Test
  void periods_thatBeginAtHalfPast_areExact() {
    count("2026-11-14T18:29:00Z", "a", 1);
    count("2026-11-14T18:30:00Z", "a", 2);
    count("2026-11-15T11:29:00Z", "a", 4);
    count("2026-11-15T11:31:00Z", "a", 8);

    assertThat(periods("rule=a&step=day&zone=Asia/Kolkata"))
        .containsExactly("2026-11-13T18:30:00Z 1", "2026-11-14T18:30:00Z 14");
    assertThat(periods("rule=a&step=hour&zone=Asia/Kolkata"))
        .containsExactly(
            "2026-11-14T17:30:00Z 1",
            "2026-11-14T18:30:00Z 2",
            "2026-11-15T10:30:00Z 4",
            "2026-11-15T11:30:00Z 8");
  }

  @Test
  void hours_whenClocksGoBackHalfAnHour_doNotOverlap() {
    String howe = "group=total&step=hour&zone=Australia/Lord_Howe&from=2026-04-04T13:00:00Z";
    JsonArray rows = rows(howe + "&to=2026-04-04T17:00:00Z");

    for (int i = 1; i < rows.size(); i++) {
      assertThat(rows.getJsonObject(i).getString("start"))
          .isEqualTo(rows.getJsonObject(i - 1).getString("end"));
    }
    assertThat(rows.getJsonObject(rows.size() - 1).getString("end"))
        .isEqualTo("2026-04-04T17:30:00Z");
  }

  @Test
  void sumsByRule_haveTheBusiestFirst_andSayIfThereAreMore() {
    count("2026-10-20T10:20:00Z", "a", 1);
    count("2026-10-31T23:20:00Z", "b", 5);
    count("2026-11-15T11:58:00Z", "a", 9);
    List<UsageCount> many =
        IntStream.range(0, 1_000).mapToObj(i -> new UsageCount("r" + i, 0, 0, 1, 0)).toList();
    server.database.usage().add(Instant.parse("2026-11-15T11:57:00Z"), many);
    JsonObject found = json(server.get(USAGE + "group=rule&step=day"), 200);

    assertThat(found.getBoolean("more")).isTrue();
    assertThat(found.getJsonArray("usage")).hasSize(1_000);
    JsonObject first = found.getJsonArray("usage").getJsonObject(0);
    assertThat(first.getString("rule")).isEqualTo("a");
    assertThat(first.getLong("allowed")).isEqualTo(10);
    assertThat(first.getLong("delayed")).isEqualTo(2);
    assertThat(found.getJsonArray("usage").getJsonObject(1).getString("rule")).isEqualTo("b");
    assertThat(rows("group=rule&limit=1")).hasSize(1);
    assertThat(json(server.get(USAGE + "group=rule&limit=10000"), 200).getBoolean("more"))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "step=day, group",
    "group=rule&rule=a, group",
    "group=total, step",
    "group=all, group",
    "rule=a&step=week, step",
    "rule=a&step=day&zone=Mars/Olympus, zone",
    "rule=a&step=day&zone=<b>, zone",
    "rule=a&step=minute&resolution=hour, resolution",
    "rule=a&step=minute&from=2026-10-01T00:00:00Z, from",
    "rule=a&step=minute&from=2026-11-10T00:00:00Z, from",
    "rule=a&step=hour&from=0, from",
    "rule=a&step=hour&from=2026-11-16T00:00:00Z, to",
    "group=rule&limit=10001, limit",
  })
  void wrongQuery_namesTheParameter(String query, String name) {
    String encoded = query.replace("<", "%3C").replace(">", "%3E");
    assertThat(problem(server.get(USAGE + encoded), 400).getString("detail"))
        .startsWith(name + ": ");
  }
}
