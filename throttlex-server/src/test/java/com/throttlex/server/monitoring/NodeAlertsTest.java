package com.throttlex.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.ServiceProcess;
import com.throttlex.server.TestCertificate;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of nodes fire their alerts, and what the runbooks say ends them. */
@NeedsProgram("prometheus")
class NodeAlertsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: once, match: {endpoint: /once}, key: [user], limits: 1/2s}
      """;

  private static final MonitoredService CERTIFICATE = MonitoredService.secure("certificate");
  private static final MonitoredService OVERLOAD = MonitoredService.of("overload");
  private static final MonitoredService FLOOD = MonitoredService.of("flood");
  private static final MonitoredService VERSIONS = MonitoredService.of("versions");
  private static final MonitoredService LOST = MonitoredService.of("lost");
  private static final MonitoredService KILLED = MonitoredService.of("killed");

  @TempDir static Path folder;
  private static Alerts alerts;

  @BeforeAll
  static void start() throws Exception {
    alerts = Alerts.start(folder, CERTIFICATE, OVERLOAD, FLOOD, VERSIONS, LOST, KILLED);
  }

  @AfterAll
  static void stop() {
    alerts.close();
  }

  private static Path inside(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  private static RunningServer node(MonitoredService service, String settings) throws IOException {
    return RunningServer.startWithAdminAt(service.first(), inside(service.name()), RULES, settings);
  }

  private static void check(RunningServer node, Object user) {
    node.check("{\"user\":\"" + user + "\",\"endpoint\":\"/once\"}");
  }

  @Test
  void certificateOfThreeDays_firesUntilANewOneIsServed() throws Exception {
    try (RunningServer old = withCertificate("old", "3")) {
      assertThat(old.adminPort()).isEqualTo(CERTIFICATE.first());
      alerts.awaitFiring(CERTIFICATE, "CertificateExpires");
    }
    try (RunningServer renewed = withCertificate("renewed", "90")) {
      assertThat(renewed.adminPort()).isEqualTo(CERTIFICATE.first());
      alerts.awaitNodes(CERTIFICATE, 1);
      alerts.awaitEnd(CERTIFICATE, "CertificateExpires");
    }
  }

  private static RunningServer withCertificate(String name, String days) throws Exception {
    Path home = inside(name);
    TestCertificate.make(home, "door", "-validity", days);
    String settings = "server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}\n";
    return RunningServer.startWithAdminAt(CERTIFICATE.first(), home, RULES, settings);
  }

  @Test
  void moreChecksThanTheNodeTakes_fireUntilTheyEnd() throws Exception {
    List<String> expected =
        List.of("NodeOverloaded", "AvailabilityBurnFast", "AvailabilityBurnSlow");
    try (RunningServer node = node(OVERLOAD, "server: {max-rate: 10}\n")) {
      for (String alert : expected) {
        alerts.firesWhile(() -> check(node, "u"), OVERLOAD, alert);
      }
      for (String alert : expected) {
        alerts.awaitEnd(OVERLOAD, alert);
      }
    }
  }

  /** Each new key removes a few that have not been used for a minute. */
  @Test
  void floodOfKeys_firesUntilOtherKeysTakeThePlaceOfItsUnusedOnes() throws Exception {
    ForwardClock clock = new ForwardClock();
    try (RunningServer node =
        RunningServer.startWithAdminAt(
            FLOOD.first(), inside(FLOOD.name()), RULES, "max-keys: 1000\n", clock)) {
      AtomicInteger user = new AtomicInteger();
      newUsers(node, user, 1_100);
      alerts.awaitFiring(FLOOD, "MemoryTableFull");
      clock.passMinutes(2);
      newUsers(node, user, 200);
      alerts.awaitEnd(FLOOD, "MemoryTableFull");
    }
  }

  private static void newUsers(RunningServer node, AtomicInteger user, int users) {
    for (int i = 0; i < users; i++) {
      check(node, user.getAndIncrement());
    }
  }

  /** The tests have one version, so the metrics of a node are changed. */
  @Test
  void nodesOfTwoVersions_fireUntilTheyHaveOne() throws Exception {
    try (RunningServer node = node(VERSIONS, "");
        ChangedMetrics next =
            new ChangedMetrics(
                VERSIONS.second(),
                node,
                page -> page.replaceAll("version=\"[^\"]*\"", "version=\"9\""))) {
      alerts.awaitFiring(VERSIONS, "VersionsDiffer");
      next.restore();
      alerts.awaitEnd(VERSIONS, "VersionsDiffer");
    }
  }

  @Test
  void nodeOnAnotherDatabaseOfRedis_firesUntilItIsOnTheSame() throws Exception {
    try (RedisServer redis = RedisServer.start();
        RunningServer node = node(LOST, "store: " + redis.url() + "\n")) {
      assertThat(node.adminPort()).isEqualTo(LOST.first());
      try (RunningServer other = other("other", redis.url() + "/1")) {
        assertThat(other.adminPort()).isEqualTo(LOST.second());
        alerts.awaitFiring(LOST, "NodeLost");
      }
      try (RunningServer same = other("same", redis.url())) {
        assertThat(same.adminPort()).isEqualTo(LOST.second());
        alerts.awaitNodes(LOST, 2);
        alerts.awaitEnd(LOST, "NodeLost");
      }
    }
  }

  private static RunningServer other(String name, String store) throws IOException {
    return RunningServer.startWithAdminAt(
        LOST.second(), inside(name), RULES, "store: " + store + "\n");
  }

  @Test
  void nodeThatIsKilled_firesUntilItIsStartedAgain() throws Exception {
    Path home = inside(KILLED.name());
    try (ServiceProcess node = ServiceProcess.startWithAdminAt(KILLED.first(), home)) {
      alerts.awaitNodes(KILLED, 1);
      node.kill();
      alerts.awaitFiring(KILLED, "NodeDown");
      alerts.awaitFiring(KILLED, "Down");
    }
    try (ServiceProcess again = ServiceProcess.startWithAdminAt(KILLED.first(), home)) {
      assertThat(again.adminPort()).isEqualTo(KILLED.first());
      alerts.awaitEnd(KILLED, "Down");
    }
  }
}
