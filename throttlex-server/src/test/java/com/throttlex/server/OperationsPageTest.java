package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The settings and commands of docs/OPERATIONS.md work as shown. */
class OperationsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "OPERATIONS.md");
  private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CALL =
      Pattern.compile("curl -H \"[^\"]*\"( -X (\\w+))? http://127.0.0.1:8081(\\S+)( -d '(.*)')?");

  private static final String RULES =
      """
      version: 1
      tiers: [free, pro]
      rules:
        - {id: orders, limits: 100/1s, adaptive: {min: 10, max: 200}}
      """;

  @TempDir Path folder;

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(PAGE))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  private static Stream<String> commands() throws IOException {
    return blocks("sh").stream().flatMap(String::lines).filter(line -> !line.isBlank());
  }

  @Test
  void shownConfiguration_isReadAndEqualsTheDefaults() throws IOException {
    Files.writeString(folder.resolve("throttlex.yml"), blocks("yaml").get(0));
    Settings shown = SettingsReader.read(Map.of(), Map.of(), folder);
    Files.delete(folder.resolve("throttlex.yml"));
    Settings defaults = SettingsReader.read(Map.of(), Map.of(), folder);

    assertThat(shown.identity().trustedProxies()).containsExactly("10.0.0.0/8");
    assertThat(shown)
        .usingRecursiveComparison()
        .ignoringFields("identity.trustedProxies")
        .isEqualTo(defaults);
  }

  @Test
  void shownConfiguration_withItsCommentedKeys_isRead() throws IOException {
    Files.writeString(folder.resolve("cert.pem"), "c");
    Files.writeString(folder.resolve("key.pem"), "k");
    Files.writeString(folder.resolve("clients.pem"), "c");
    Files.writeString(folder.resolve("rules.yml"), "version: 1");
    String all = blocks("yaml").get(0).replaceAll("(?m)^( *)# (?=[ a-z])", "$1");
    Files.writeString(folder.resolve("throttlex.yml"), all);

    Settings settings =
        SettingsReader.read(
            Map.of(),
            Map.of("OPS_TOKEN", "0123456789abcdef", "GATEWAY_TOKEN", "fedcba9876543210"),
            folder);

    assertThat(settings.server().tls()).isNotNull();
    assertThat(settings.server().accessTokens()).hasSize(1);
    assertThat(settings.admin().tokens()).hasSize(1);
    assertThat(settings.admin().allow()).containsExactly("10.0.0.0/8");
    assertThat(settings.identity().jwt()).isNotNull();
    assertThat(settings.tracing().endpoint()).isNotNull();
    assertThat(settings.prometheus()).isNotNull();
  }

  @Test
  void shownQueries_toPrometheus_areRead() throws IOException {
    String shown =
        blocks("yaml").stream()
            .filter(block -> block.startsWith("adaptive:\n  prometheus:"))
            .findFirst()
            .orElseThrow();
    Files.writeString(folder.resolve("throttlex.yml"), shown);
    Settings.Prometheus read = SettingsReader.read(Map.of(), Map.of(), folder).prometheus();
    assertThat(read).isNotNull();
    assertThat(read.queries().get("orders-db")).hasSize(3);
  }

  @Test
  void shownStore_ofSeveralDatabases_isRead() throws IOException {
    Files.writeString(folder.resolve("throttlex.yml"), blocks("yaml").get(1));

    assertThat(SettingsReader.read(Map.of(), Map.of(), folder).store().urls()).hasSize(2);
  }

  @Test
  void rulesAreRead_andShedWhatHasNoRoom() throws IOException {
    List<RuleBook> books =
        blocks("yaml").stream()
            .filter(block -> block.startsWith("version: 1"))
            .map(block -> RuleFile.parse(block, "rules.yml"))
            .toList();

    assertThat(books).hasSize(2);
    assertThat(books.stream().flatMap(book -> book.rules().stream()))
        .hasSize(2)
        .extracting(Rule::onExceed)
        .containsOnly(OnExceed.SHED);
  }

  @Test
  void shownCommands_areParsed() throws IOException {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    CommandContext surroundings =
        new CommandContext(Map.of(), folder, InstantSource.system(), nowhere, nowhere);
    List<String> shown = commands().filter(line -> line.startsWith("./throttlex ")).toList();

    assertThat(shown).hasSizeGreaterThan(4);
    for (String line : shown) {
      CommandLine program = Throttlex.commandLine(surroundings, (settings, out) -> 0);
      String[] words = line.substring("./throttlex ".length()).split(" ");
      assertThat(program.parseArgs(words).subcommand()).as(line).isNotNull();
    }
  }

  @Test
  void shownCalls_toTheAdminPlane_succeed() throws IOException {
    List<MatchResult> calls = commands().flatMap(line -> CALL.matcher(line).results()).toList();
    assertThat(calls).hasSize(7);
    try (RunningServer server = RunningServer.start(folder, RULES)) {
      for (MatchResult call : calls) {
        String body = call.group(5) == null ? "" : call.group(5);
        String usual = body.isEmpty() ? "GET" : "POST";
        String method = call.group(2) == null ? usual : call.group(2);
        assertThat(server.admin(method, call.group(3), body).status())
            .as(call.group())
            .isEqualTo(call.group(3).endsWith("/health-signals") ? 202 : 200);
      }
    }
  }
}
