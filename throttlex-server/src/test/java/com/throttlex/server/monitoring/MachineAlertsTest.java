package com.throttlex.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.ServiceProcess;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.programs.Programs;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk and a clock that steps fire alerts, and decisions continue. */
@NeedsProgram({"prometheus", "small-disk", "nsenter", "faketime"})
class MachineAlertsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: hourly, match: {endpoint: /hourly}, key: [user], limits: 1/1h}
      """;
  private static final String RULE = "{\"id\":\"%s\",\"key\":[\"user\"],\"limits\":\"9/1d\"}";
  private static final MonitoredService DISK = MonitoredService.of("disk");
  private static final MonitoredService CLOCK = MonitoredService.of("clock");

  @TempDir static Path folder;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static Alerts alerts;

  @BeforeAll
  static void start() throws Exception {
    alerts = Alerts.start(folder, DISK, CLOCK);
  }

  @AfterAll
  static void stop() {
    alerts.close();
  }

  private static Path home(MonitoredService service) throws IOException {
    Path home = Files.createDirectory(folder.resolve(service.name()));
    Files.writeString(home.resolve("rules.yml"), RULES);
    return home;
  }

  private static String program(String name) {
    return Programs.here().path(name).toString();
  }

  private static int check(ServiceProcess node, String user) throws Exception {
    String body = "{\"user\":\"" + user + "\",\"endpoint\":\"/hourly\"}";
    return CLIENT
        .send(
            RunningServer.request(node.port(), "/api/v1/check")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void diskThatIsFull_firesUntilItHasRoom() throws Exception {
    Path data = Files.createDirectory(home(DISK).resolve("data"));
    try (ServiceProcess node =
        ServiceProcess.startWithAdminAt(
            DISK.first(), data.getParent(), program("small-disk"), data.toString(), "6g")) {
      assertThat(node.admin("POST", "/api/v1/rules", RULE.formatted("before")).status())
          .isEqualTo(201);
      assertThat(alerts.firing(DISK)).doesNotContain("DiskFull");
      resize(node, data, "1m");
      fill(node, data);
      alerts.awaitFiring(DISK, "DiskFull");
      // SQLite's log can have room for the smallest writes; each second one of them uses it up.
      alerts.firesWhile(everySecond(() -> refuseRule(node)), DISK, "DatabaseUnavailable");
      assertThat(check(node, "a")).isEqualTo(200);
      assertThat(check(node, "a")).isEqualTo(429);

      resize(node, data, "6g");
      alerts.awaitEnd(DISK, "DiskFull");
      alerts.awaitEnd(DISK, "DatabaseUnavailable");
      assertThat(node.admin("POST", "/api/v1/rules", RULE.formatted("after")).status())
          .isEqualTo(201);
    }
  }

  private static void refuseRule(ServiceProcess node) {
    assertThat(node.admin("POST", "/api/v1/rules", RULE.formatted("full")).status()).isEqualTo(503);
  }

  /** Returns a task that runs at most once a second, however often it is called. */
  private static Runnable everySecond(Runnable task) {
    AtomicLong next = new AtomicLong(System.nanoTime());
    return () -> {
      if (System.nanoTime() - next.get() >= 0) {
        next.addAndGet(TimeUnit.SECONDS.toNanos(1));
        task.run();
      }
    };
  }

  private static void resize(ServiceProcess node, Path data, String size) throws Exception {
    String command =
        "nsenter --target %d --user --preserve-credentials --mount mount -o remount,size=%s %s";
    Process nsenter =
        new ProcessBuilder(command.formatted(node.pid(), size, data).split(" "))
            .redirectErrorStream(true)
            .start();
    byte[] said = nsenter.getInputStream().readAllBytes();
    assertThat(nsenter.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(nsenter.exitValue()).as(new String(said, StandardCharsets.UTF_8)).isZero();
  }

  /** Writes into the disk as the node sees it, until it has no room. */
  private static void fill(ServiceProcess node, Path data) throws IOException {
    Path file = Path.of("/proc/" + node.pid() + "/root" + data).resolve("filler");
    try (var out = Files.newOutputStream(file)) {
      for (int i = 0; i < 1_000; i++) {
        out.write(new byte[4_096]);
      }
      throw new AssertionError("disk: has room (expected: full)");
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  /** The monotonic clock of the machine does not step. */
  @Test
  void clockThatSteps_firesUntilItIsRight() throws Exception {
    Path home = home(CLOCK);
    Path clock = home.resolve("clock");
    Files.writeString(clock, "+0");
    try (ServiceProcess node =
        ServiceProcess.startWithAdminAt(
            CLOCK.first(),
            home,
            (program("faketime")
                    + " --exclude-monotonic -f +0 env -u FAKETIME FAKETIME_NO_CACHE=1"
                    + " FAKETIME_TIMESTAMP_FILE="
                    + clock)
                .split(" "))) {
      alerts.awaitNodes(CLOCK, 1);
      assertThat(check(node, "a")).isEqualTo(200);

      Files.writeString(clock, "-600");
      alerts.awaitFiring(CLOCK, "ClockSkew");
      assertThat(check(node, "a")).isEqualTo(429);

      Files.writeString(clock, "+0");
      alerts.awaitEnd(CLOCK, "ClockSkew");
      assertThat(check(node, "a")).isEqualTo(429);

      Files.writeString(clock, "+7200");
      alerts.awaitFiring(CLOCK, "ClockSkew");
      Await.until("units of two hours", () -> check(node, "a") == 200);
    }
  }
}
