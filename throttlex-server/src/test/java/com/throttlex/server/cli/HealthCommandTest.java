package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The health of a service, asked by command. */
class HealthCommandTest {
  private static final String HEALTH = "GET /healthcheck";

  @TempDir Path folder;

  @Test
  void health_ofARunningService_exitsWithZero() throws IOException {
    try (RunningServer server = RunningServer.startWithoutRules(folder)) {
      Terminal terminal = new Terminal(folder);

      assertThat(terminal.run("health", "--url", "http://127.0.0.1:" + server.port())).isZero();
      assertThat(terminal.out()).isEqualTo("takes requests\n");
    }
  }

  @Test
  void health_ofAServiceThatDrains_exitsWithOne() {
    try (Service service = new Service().on(HEALTH, 503, "")) {
      Terminal terminal = new Terminal(folder).variable("THROTTLEX_SERVER", service.url());

      assertThat(terminal.run("health")).isEqualTo(1);
      assertThat(terminal.out()).isEqualTo("takes no requests\n");
    }
  }

  @Test
  void health_ofAnotherProgram_isAFailure() {
    try (Service service = new Service()) {
      Terminal terminal = new Terminal(folder).variable("THROTTLEX_SERVER", service.url());

      assertThat(terminal.run("health")).isEqualTo(3);
      assertThat(terminal.err()).isEqualTo(service.url() + ": 404: not here\n");
    }
  }

  @Test
  void health_withoutAService_isAFailure() {
    Service service = new Service();
    service.close();
    Terminal terminal = new Terminal(folder).variable("THROTTLEX_SERVER", service.url());

    assertThat(terminal.run("health")).isEqualTo(3);
    assertThat(terminal.err()).contains("(expected: a running service)");
  }
}
