package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From options to the running service. */
class ServeCommandTest {
  @TempDir Path folder;

  @Test
  void options_reachTheService() throws IOException {
    Files.writeString(folder.resolve("c.yml"), "max-keys: 7");
    Files.writeString(folder.resolve("r.yml"), "version: 1");
    Terminal terminal = new Terminal(folder);

    int exitCode =
        terminal.run(
            "serve",
            "--config=c.yml",
            "--rules=r.yml",
            "--host=localhost",
            "--port=1",
            "--admin-port=2",
            "--resp-port",
            "-1",
            "--data-dir=d",
            "--store=memory:",
            "--database=jdbc:sqlite:x.db");

    assertThat(exitCode).isEqualTo(0);
    assertThat(terminal.out()).isEqualTo("serving\n");
    Settings settings = terminal.served();
    assertThat(settings.maxKeys()).isEqualTo(7);
    assertThat(settings.rules()).isEqualTo(folder.resolve("r.yml"));
    assertThat(settings.server())
        .isEqualTo(new Settings.Server("localhost", 1, 2, -1, null, List.of(), 100_000, false));
    assertThat(settings.dataDir()).isEqualTo(folder.resolve("d"));
    assertThat(settings.store().urls()).containsExactly("memory:");
    assertThat(settings.database()).isEqualTo("jdbc:sqlite:" + folder.resolve("x.db"));
  }

  @Test
  void environmentVariable_reachesTheService() {
    Terminal terminal = new Terminal(folder).variable("THROTTLEX_PORT", "9");

    assertThat(terminal.run("serve")).isEqualTo(0);
    assertThat(terminal.served().server().port()).isEqualTo(9);
  }

  @Test
  void serve_withAWrongConfiguration_doesNotStartAndPrintsEveryProblem() {
    Terminal terminal = new Terminal(folder).variable("THROTTLEX_HEADERS", "x");

    assertThat(terminal.run("serve", "--port=a", "--store=b")).isEqualTo(2);

    assertThat(terminal.served()).isNull();
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err().lines())
        .containsExactlyInAnyOrder(
            "--port: server.port: \"a\""
                + " (expected: a port from 0 to 65535, 0 for any free one, or -1 for none)",
            "--store: store: no URL (expected: memory:, redis://HOST:PORT,"
                + " jdbc:postgresql://HOST:PORT/DATABASE, or the same with mariadb or mysql)",
            "THROTTLEX_HEADERS: headers: \"x\" (expected: x-ratelimit or ietf)");
  }
}
