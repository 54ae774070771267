package com.throttlex.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus scrapes services under load: every panel has data, and alerts fire and end. */
@NeedsProgram("prometheus")
class MonitoringTest {
  private static final Pattern SELECTOR =
      Pattern.compile("\\b(?:up|throttlex[a-z0-9_:A-Z]*)(?:\\{[^}]*})?");

  /** Alerts that a busy machine, or the load of this test, can fire. */
  private static final Set<String> LOAD =
      Set.of("LatencyBurnFast", "LatencyBurnSlow", "DenialSurge");

  @TempDir static Path folder;
  private static MonitoredServices services;
  private static RealPrometheus prometheus;

  @BeforeAll
  static void start() throws Exception {
    services = new MonitoredServices(folder);
    prometheus = services.prometheus();
  }

  @AfterAll
  static void stop() {
    services.close();
  }

  @Test
  void panels_ofAllDashboards_haveData() {
    TreeMap<String, String> empty = new TreeMap<>(MonitoringFiles.queries());
    assertThat(empty).hasSizeGreaterThan(50);
    Await.until(
        () -> "data of " + empty,
        () -> {
          empty.values().removeIf(prometheus::hasData);
          return empty.isEmpty();
        });
  }

  @Test
  void series_ofAllAlertsAndRunbooks_exist() {
    Stream<String> alerts = prometheus.alerts().stream().map(alert -> alert.getString("query"));
    Set<String> empty =
        Stream.concat(alerts, MonitoringFiles.runbookQueries().stream())
            .flatMap(query -> SELECTOR.matcher(query).results())
            .map(MatchResult::group)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(empty).hasSizeGreaterThan(40);
    awaitData(empty);
  }

  private static void awaitData(Set<String> queries) {
    Await.until(
        () -> "data of " + queries,
        () -> {
          queries.removeIf(prometheus::hasData);
          return queries.isEmpty();
        });
  }

  @Test
  void queries_ofRunbooks_areValid() {
    List<String> queries = MonitoringFiles.runbookQueries();
    assertThat(queries).hasSizeGreaterThan(30);
    queries.forEach(prometheus::hasData);
  }

  @Test
  void query_ofTheAutoscaler_hasData() {
    awaitData(new TreeSet<>(Set.of(MonitoringFiles.adapterQuery())));
  }

  @Test
  void alerts_areEvaluatedWithoutErrors() {
    Await.until(
        "all alerts are evaluated",
        () -> prometheus.alerts().stream().noneMatch(MonitoringTest::isUnknown));
    assertThat(prometheus.alerts())
        .allSatisfy(alert -> assertThat(alert.getString("health")).isEqualTo("ok"));
  }

  private static boolean isUnknown(JsonObject alert) {
    return alert.getString("health").equals("unknown");
  }

  @Test
  void alerts_ofHealthyServices_areSilent() {
    awaitSilence();
  }

  private static void awaitSilence() {
    Await.until(
        () -> "no alert: " + prometheus.firing(), () -> LOAD.containsAll(prometheus.firing()));
  }

  private static void awaitAlert(String name) {
    Await.until(
        () -> name + " among " + prometheus.firing(), () -> prometheus.firing().contains(name));
  }

  @Test
  void redis_thatIsKilled_firesUntilItIsBack() throws Exception {
    services.redis().kill();
    awaitAlert("StoreUnavailable");
    awaitAlert("Fallback");
    services.redis().restart();
    awaitSilence();
  }

  @Test
  void target_thatIsStopped_firesUntilItIsBack() throws Exception {
    services.stopApplication();
    awaitAlert("NodeDown");
    awaitAlert("Down");
    services.startApplication();
    awaitSilence();
  }

  @Test
  void ruleFile_thatIsWrong_firesUntilItIsRight() throws Exception {
    Path rules = services.shared().rules();
    Files.writeString(rules, "version: wrong\n");
    awaitAlert("RulesInvalid");
    Files.writeString(rules, MonitoredServices.RULES);
    awaitSilence();
  }

  @Test
  void wrongTokens_fireUntilTheyEnd() {
    RunningServer node = services.shared();
    Await.until(
        "WrongCredentials",
        () -> {
          String wrong = "Bearer wrong-token-of-the-test";
          node.send(
              RunningServer.request(node.adminPort(), "/api/v1/rules", "Authorization", wrong));
          return prometheus.firing().contains("WrongCredentials");
        });
    awaitSilence();
  }
}
