package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code replay --report}. */
class ReplayReportCommandTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: users, key: [user], limits: 1/1m}
      """;

  private final Path folder;
  private final Terminal terminal;

  ReplayReportCommandTest(@TempDir Path folder) {
    this.folder = folder;
    terminal = new Terminal(folder);
  }

  private int replay(String report) throws IOException {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    Files.writeString(
        folder.resolve("log.json"),
        "{\"time\":\"2026-03-04T10:20:00Z\",\"user\":\"<b>alice\"}\n".repeat(3));
    return terminal.run("replay", "log.json", "--rules", "rules.yml", "--mask", "--report", report);
  }

  @Test
  void report_isWrittenNextToTheTables() throws IOException {
    assertThat(replay("report.html")).isZero();
    assertThat(terminal.out()).contains("users");
    assertThat(folder.resolve("report.html"))
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains("66.7 % of 3 requests would have been denied.", "limits: 1/1m")
        .doesNotContain("alice");
  }

  @Test
  void report_inAFolderThatIsMissing_isWrongUsageBeforeAnythingIsRead() throws IOException {
    assertThat(replay("absent/report.html")).isEqualTo(2);
    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err())
        .contains("--report: \"absent/report.html\" (expected: a file in a folder that exists)");
  }

  @Test
  void report_overAnInput_isWrongUsageAndChangesNothing() throws IOException {
    replay("report.html");
    String log = Files.readString(folder.resolve("log.json"));
    Files.createLink(folder.resolve("hard.json"), folder.resolve("log.json"));
    Files.createSymbolicLink(folder.resolve("soft.yml"), folder.resolve("rules.yml"));
    for (String input : List.of("log.json", "./log.json", "hard.json", "rules.yml", "soft.yml")) {
      assertThat(replay(input)).as(input).isEqualTo(2);
      assertThat(terminal.out()).isEmpty();
      assertThat(terminal.err())
          .startsWith("--report: \"" + input + "\" is an input of this command, ")
          .contains("(expected: another file)");
    }
    assertThat(folder.resolve("log.json")).hasContent(log);
    assertThat(folder.resolve("rules.yml")).hasContent(RULES);
  }
}
