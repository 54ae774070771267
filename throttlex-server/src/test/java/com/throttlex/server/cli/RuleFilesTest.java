package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rules.EnvoyRules;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that need no service. */
class RuleFilesTest {
  @TempDir Path folder;

  @Test
  void validate_ofValidFiles_printsTheNumberOfRules() throws IOException {
    Files.writeString(folder.resolve("a.yml"), "version: 1\nrules: [{id: a, limits: 1/1s}]");
    Files.writeString(folder.resolve("b.yml"), "version: 1");
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("rules", "validate", "a.yml", "b.yml")).isEqualTo(0);
    assertThat(terminal.out()).isEqualTo("a.yml: 1 rules\nb.yml: 0 rules\n");
  }

  @Test
  void validate_ofWrongFiles_printsEveryProblem() throws IOException {
    Files.writeString(folder.resolve("a.yml"), "version: 2\nrulse: []");
    Files.writeString(folder.resolve("b.yml"), "version: 1");
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("rules", "validate", "a.yml", "absent.yml", "b.yml")).isEqualTo(1);
    assertThat(terminal.out()).isEqualTo("b.yml: 0 rules\n");
    assertThat(terminal.err().lines())
        .extracting(line -> line.substring(folder.toString().length() + 1))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .containsExactly("a.yml:1:", "a.yml:2:", "absent.yml:1:");
  }

  @Test
  void schema_isPrinted() {
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("rules", "schema")).isEqualTo(0);
    assertThat(terminal.out().strip()).isEqualTo(RuleFile.schema().strip());
  }

  @Test
  void importEnvoy_printsRulesAndWarnsOfWhatHasNoEquivalent() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("envoy.yml"),
            """
            domain: shop
            descriptors:
              - key: user
                quota_mode: true
                rate_limit: {unit: minute, requests_per_unit: 5}
            """);
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("rules", "import-envoy", "envoy.yml")).isEqualTo(0);
    assertThat(RuleFile.parse(terminal.out(), "out").rules())
        .isEqualTo(EnvoyRules.read(file).book().rules())
        .hasSize(1);
    assertThat(terminal.err())
        .isEqualTo(
            file
                + ":4: quota_mode: \"true\""
                + " (expected: none, as there is no equivalent; it is ignored)\n");
  }

  @Test
  void importEnvoy_ofAFileThatIsNotEnvoys_exitsWithOne() throws IOException {
    Files.writeString(folder.resolve("envoy.yml"), "domian: shop");
    Terminal terminal = new Terminal(folder);

    assertThat(terminal.run("rules", "import-envoy", "envoy.yml")).isEqualTo(1);
    assertThat(terminal.err()).contains("envoy.yml:1: domian: unknown key");
    assertThat(terminal.out()).isEmpty();
  }
}
