package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Help, version and mistakes. */
class UsageTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "serve",
        "check",
        "rules",
        "rules validate",
        "rules schema",
        "rules export",
        "rules diff",
        "rules apply",
        "rules import-envoy",
        "adaptive",
        "adaptive freeze",
        "adaptive resume",
        "completion"
      })
  void everyCommand_hasHelpAndVersionAndRefusesUnknownOptions(String command) {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run((command + " --help").strip().split(" "))).isEqualTo(0);
    assertThat(terminal.out())
        .startsWith(("Usage: throttlex " + command).strip() + " [")
        .contains("Exit codes:");
    assertThat(terminal.err()).isEmpty();

    assertThat(terminal.run((command + " --version").strip().split(" "))).isEqualTo(0);
    assertThat(terminal.out()).startsWith("throttlex ");

    assertThat(terminal.run((command + " --nonsense f").strip().split(" "))).isEqualTo(2);
    assertThat(terminal.err()).contains("'--nonsense'");
    assertThat(terminal.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rules", "serv", "rules aply x.yml", "rules diff", "rules validate"})
  void command_incompleteOrMisspelt_isWrongUsage(String line) {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(terminal.err()).containsPattern("Usage: throttlex|Did you mean: ");
  }

  @Test
  void completion_printsAScriptWithCommandsAndOptions() {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("completion")).isEqualTo(0);
    assertThat(terminal.out())
        .startsWith("#!/usr/bin/env bash")
        .contains("import-envoy")
        .contains("--resp-port");
  }
}
