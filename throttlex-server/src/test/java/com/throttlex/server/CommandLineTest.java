package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that talk to a service, against a real one. */
class CommandLineTest {
  private static final String RULES =
      """
      version: 1
      rules:
        - id: search-per-user
          match: {endpoint: /search}
          key: [user]
          limits: 2/1h
      """;

  @TempDir static Path folder;
  private static RunningServer server;

  /** The output and exit code of a command. */
  private record Ended(int code, String out, String err) {}

  @BeforeAll
  static void start() throws Exception {
    server = RunningServer.start(folder, "version: 1\ndefault-rule: none\n");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Ended run(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Map<String, String> environment =
        Map.of(
            "THROTTLEX_SERVER", "http://127.0.0.1:" + server.port(),
            "THROTTLEX_ADMIN_URL", "http://127.0.0.1:" + server.adminPort());
    CommandContext surroundings =
        new CommandContext(
            environment,
            folder,
            InstantSource.system(),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    int code = Throttlex.commandLine(surroundings, (settings, writer) -> 3).execute(words);
    return new Ended(code, out.toString(), err.toString());
  }

  @Test
  void rules_appliedFromAFile_areEnforcedAndExportedTheSame() throws Exception {
    Path file = Files.writeString(folder.resolve("mine.yml"), RULES);

    assertThat(run("rules", "diff", file.toString()).code()).isEqualTo(1);
    assertThat(run("rules", "apply", file.toString()).out()).contains("created search-per-user");
    assertThat(run("rules", "diff", file.toString())).isEqualTo(new Ended(0, "", ""));
    Ended exported = run("rules", "export");
    assertThat(exported.code()).isZero();
    Files.writeString(folder.resolve("again.yml"), exported.out());
    assertThat(run("rules", "diff", folder.resolve("again.yml").toString()).code()).isZero();

    assertThat(run("check", "--user", "u", "--endpoint", "/search").out())
        .contains("allowed by search-per-user: 1 of 2 left");
    assertThat(run("check", "--user", "u", "--endpoint", "/search").code()).isZero();
    assertThat(run("check", "--user", "u", "--endpoint", "/search").code()).isEqualTo(1);

    Files.writeString(file, RULES.replace("2/1h", "5/1h"));
    assertThat(run("rules", "apply", file.toString()).out()).contains("search-per-user");
    assertThat(run("check", "--user", "u", "--endpoint", "/search").code()).isZero();
    Files.writeString(file, "version: 1\nrules: []\n");
    assertThat(run("rules", "apply", "--prune", file.toString()).code()).isZero();
    assertThat(run("rules", "export").out()).doesNotContain("search-per-user");
  }

  @Test
  void check_refusedByTheService_endsAsWrongUsage() {
    Ended ended = run("check", "--ip", "999.1.1.1");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("ip: \"999.1.1.1\" (expected: ");
  }
}
