package com.throttlex.server.monitoring;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.programs.NeedsProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A locked database, lost audit entries and missing health signals fire alerts until they end. */
@NeedsProgram("prometheus")
class RecordAlertsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: never, match: {endpoint: /never}, key: [global], limits: 1/1d}
        - {id: moving, match: {endpoint: /moving}, key: [user], limits: 20/1s, adaptive: {min: 1, max: 40, health: [db]}}
      """;
  private static final MonitoredService LOCKED = MonitoredService.of("locked");
  private static final MonitoredService SIGNALS = MonitoredService.of("signals");
  private static final int MOST_ENTRIES = 10_000;

  @TempDir static Path folder;
  private static Alerts alerts;

  @BeforeAll
  static void start() throws Exception {
    alerts = Alerts.start(folder, LOCKED, SIGNALS);
  }

  @AfterAll
  static void stop() {
    alerts.close();
  }

  private static Path inside(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  /** A user has one entry a minute, and the node keeps so many entries that cannot be written. */
  @Test
  void databaseThatAnotherProgramLocks_firesUntilItIsFree() throws Exception {
    Path home = inside(LOCKED.name());
    ForwardClock clock = new ForwardClock();
    try (RunningServer node =
        RunningServer.startWithAdminAt(LOCKED.first(), home, RULES, "", clock)) {
      alerts.awaitNodes(LOCKED, 1);
      try (Connection other =
              DriverManager.getConnection("jdbc:sqlite:" + home + "/data/throttlex.db");
          Statement statement = other.createStatement()) {
        statement.execute("begin immediate");
        deny(node, MOST_ENTRIES);
        alerts.awaitFiring(LOCKED, "DatabaseUnavailable");
        alerts.firesWhile(
            () -> {
              clock.passMinutes(2);
              deny(node, 10);
            },
            LOCKED,
            "AuditLost");
        statement.execute("rollback");
      }
      alerts.awaitEnd(LOCKED, "DatabaseUnavailable");
      alerts.awaitEnd(LOCKED, "AuditLost");
    }
  }

  /** Sends a check for each of that many users, and all but the very first are denied. */
  private static void deny(RunningServer node, int users) {
    for (int first = 0; first < users; first += 100) {
      node.post(
          "/api/v1/check/batch",
          IntStream.range(first, Math.min(users, first + 100))
              .mapToObj(user -> "{\"user\":\"" + user + "\",\"endpoint\":\"/never\"}")
              .collect(Collectors.joining(",", "[", "]")));
    }
  }

  /** The query has a value only while the second node is up. */
  @Test
  void signalWithoutAValue_firesUntilItHasOne() throws Exception {
    String query = "up{job=\\\"%s\\\",instance=\\\"127.0.0.1:%d\\\"} - 1";
    String settings =
        """
        adaptive:
          prometheus:
            url: "%s"
            interval: 1s
            queries: {db: {error-rate: "%s > -1"}}
        """
            .formatted(alerts.url(), query.formatted(SIGNALS.job(), SIGNALS.second()));
    try (RunningServer node =
        RunningServer.startWithAdminAt(SIGNALS.first(), inside("first"), RULES, settings)) {
      alerts.awaitFiring(SIGNALS, "HealthSignalInvalid");
      try (RunningServer exporter =
          RunningServer.startWithAdminAt(SIGNALS.second(), inside("second"), RULES, "")) {
        alerts.awaitNodes(SIGNALS, 2);
        alerts.endsWhile(() -> node.health("prometheus"), SIGNALS, "HealthSignalInvalid");
        exporter.health("store");
      }
    }
  }
}
