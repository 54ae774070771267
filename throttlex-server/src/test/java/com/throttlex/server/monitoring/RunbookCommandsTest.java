package com.throttlex.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.Main;
import com.throttlex.server.RunningServer;
import com.throttlex.server.TestCertificate;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.programs.Programs;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of the runbooks print something about a real service. */
@NeedsProgram({"bash", "curl", "jq", "openssl"})
class RunbookCommandsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: moving, key: [user], limits: 20/1s, adaptive: {min: 1, max: 40, health: [db]}}
      """;

  /** Programs of systems that are not here: Kubernetes, the servers of stores, time services. */
  private static final List<String> ELSEWHERE =
      List.of(
          "kubectl", "redis-cli", "psql", "chronyc", "timedatectl", "NODE=", "TOKEN=", "export");

  @TempDir static Path folder;
  private static RedisServer redis;
  private static RunningServer node;
  private static RunningServer secure;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisServer.start();
    String settings =
        """
            - {id: app, upstreams: ["http://127.0.0.1:1"]}
        store: %s
        adaptive: {prometheus: {url: "http://127.0.0.1:1", queries: {db: {error-rate: "vector(0)"}}}}
        """;
    node = RunningServer.startProxy(folder, RULES, settings.formatted(redis.url()));
    Path other = Files.createDirectory(folder.resolve("secure"));
    TestCertificate.make(other, "door");
    String tls = "server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}\n";
    secure = RunningServer.start(other, RULES, tls);
  }

  @AfterAll
  static void stop() {
    secure.close();
    node.close();
    redis.close();
  }

  private static boolean isElsewhere(String command) {
    return ELSEWHERE.stream().anyMatch(command::startsWith);
  }

  static List<String> commands() {
    return MonitoringFiles.runbookCommands().stream()
        .filter(command -> !isElsewhere(command))
        .toList();
  }

  @Test
  void commands_ofAllRunbooks_areMany() {
    assertThat(commands()).hasSizeGreaterThan(15);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_ofARunbook_printsSomethingAboutAService(String command) throws Exception {
    String printed = run(command);
    assertThat(printed).isNotBlank().isNotEqualTo("null\n").doesNotContain("\"error\"");
  }

  private static String run(String command) throws IOException, InterruptedException {
    String script =
        command
            .replace("./throttlex", program())
            .replace("ROUTE", "app")
            .replace("HOST:8080", "127.0.0.1:" + secure.port())
            .replace("cert.pem", "secure/door-cert.pem")
            .replace("throttlex:8080", "127.0.0.1:" + node.port())
            .replace("UPSTREAM", "127.0.0.1:" + node.adminPort());
    ProcessBuilder builder =
        new ProcessBuilder(
            Programs.here().path("bash").toString(), "-euo", "pipefail", "-c", script);
    String address = "http://127.0.0.1:" + node.adminPort();
    String token = node.credential()[1].substring("Bearer ".length());
    builder.environment().put("NODE", address);
    builder.environment().put("NODES", address + " " + address);
    builder.environment().put("TOKEN", token);
    builder.environment().put("THROTTLEX_ADMIN_URL", address);
    builder.environment().put("THROTTLEX_ADMIN_TOKEN", token);
    Process process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(script + ": " + printed).isZero();
    return printed;
  }

  private static String program() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return java + " -cp '" + System.getProperty("java.class.path") + "' " + Main.class.getName();
  }
}
