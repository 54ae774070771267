package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.throttlex.server.admin.ComponentHealth;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import com.throttlex.tck.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The gauges that alerts about a node use. */
class ServiceMetricsTest {
  private static final double A_MINUTE = 60;

  @TempDir Path folder;

  private Settings settings(String text) throws Exception {
    Files.writeString(folder.resolve("throttlex.yml"), text);
    return SettingsReader.read(Map.of("data-dir", folder.toString()), Map.of(), folder);
  }

  private SimpleMeterRegistry registry(String text) throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new ServiceMetrics(settings(text), List::<ComponentHealth>of, registry);
    return registry;
  }

  @Test
  void degraded_ofAWrongRuleFile_isOneUntilTheFileIsRight() throws Exception {
    try (RunningServer server = RunningServer.start(folder, "version: 1\n")) {
      String rules = "throttlex_degraded{component=\"rules\"}";
      assertThat(sample(server, rules)).isZero();
      Files.writeString(server.rules(), "version: wrong\n");
      Await.until("the file is wrong", () -> sample(server, rules) == 1);
      Files.writeString(server.rules(), "version: 1\n");
      Await.until("the file is right", () -> sample(server, rules) == 0);
      assertThat(sample(server, "throttlex_degraded{component=\"database\"}")).isZero();
      assertThat(server.metric("throttlex_undecided_total")).isZero();
    }
  }

  private static double sample(RunningServer server, String series) {
    return server
        .send(RunningServer.request(server.adminPort(), "/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void clockAndDisk_areThoseOfTheMachine() throws Exception {
    SimpleMeterRegistry registry = registry("");
    assertThat(registry.get("throttlex.time").gauge().value())
        .isCloseTo((double) Instant.now().getEpochSecond(), within(A_MINUTE));
    assertThat(registry.get("throttlex.disk.free").gauge().value())
        .isGreaterThan(0)
        .isLessThanOrEqualTo((double) Files.getFileStore(folder).getTotalSpace());
    assertThat(registry.get("throttlex.build").gauge().getId().getTag("version")).isNotEmpty();
    assertThat(registry.find("throttlex.certificate.expires").gauge()).isNull();
  }

  @Test
  void certificate_expiresWhenItsFileSays() throws Exception {
    TestCertificate.make(folder, "door", "-validity", "30");
    SimpleMeterRegistry registry =
        registry("server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}\n");
    double expected = (double) Instant.now().plus(Duration.ofDays(30)).getEpochSecond();
    assertThat(registry.get("throttlex.certificate.expires").gauge().value())
        .isCloseTo(expected, within(A_MINUTE));
  }
}
