package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rules.RuleFile;
import com.throttlex.server.RunningServer;
import com.throttlex.server.ThrottleXServer;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on integrations shows what is in the files, and its commands and code work. */
class IntegrationsPageTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (.*)$");
  private static final Pattern CALL = Pattern.compile("(?:call|execute_command)\\(([^)]*)\\)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
  private static final Pattern METRIC = Pattern.compile("`(throttlex_\\w+)`");

  private final String page = Recipes.page();
  private final List<Block> blocks = Block.of(page);
  @TempDir Path folder;
  private RunningServer server;

  @BeforeEach
  void start() throws Exception {
    try (InputStream sample = ThrottleXServer.class.getResourceAsStream("rules/sample-rules.yml")) {
      server = Recipes.serving(folder, new String(sample.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static String text(String name) {
    return Recipes.text(Recipes.ROOT.resolve("docs").resolve(name));
  }

  private List<Block> blocks(String language) {
    List<Block> found = blocks.stream().filter(b -> b.language().equals(language)).toList();
    assertThat(found).as(language).isNotEmpty();
    return found;
  }

  @Test
  void blocks_namedAfterAFile_arePartOfThatFile() {
    List<Block> shown =
        Stream.concat(blocks.stream(), Block.of(text("UPGRADE.md")).stream())
            .filter(b -> b.name().startsWith("examples/"))
            .toList();
    assertThat(shown)
        .extracting(Block::name)
        .contains(
            "examples/gateways/nginx/nginx.conf",
            "examples/gateways/caddy/Caddyfile",
            "examples/gateways/haproxy/throttlex.lua",
            "examples/clients/retry.py",
            "examples/nodes/nginx.conf");
    assertThat(shown)
        .allSatisfy(
            block -> {
              String file = Recipes.text(Recipes.ROOT.resolve(block.name()));
              assertThat(block.isPartOf(file)).as(block.text()).isTrue();
            });
  }

  @Test
  void everyRecipeFile_isNamedOnThePage() throws Exception {
    try (Stream<Path> files = Files.walk(Recipes.FOLDER)) {
      List<String> names =
          files
              .filter(Files::isRegularFile)
              .map(file -> Recipes.ROOT.relativize(file).toString())
              .toList();
      assertThat(names)
          .hasSizeGreaterThanOrEqualTo(12)
          .allSatisfy(n -> assertThat(page).contains(n));
    }
  }

  @Test
  void ruleFiles_areValid() {
    for (String recipe :
        List.of("nginx", "caddy", "haproxy", "traefik", "apisix", "envoy", "envoy-quota")) {
      String name = recipe + "/rules.yml";
      assertThat(RuleFile.parse(Recipes.file(name), name).rules()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INTEGRATIONS.md", "CAPACITY.md", "MIGRATION.md", "UPGRADE.md"})
  void links_haveATarget(String name) {
    List<String> links = LINK.matcher(text(name)).results().map(match -> match.group(1)).toList();
    assertThat(links).isNotEmpty();
    for (String link : links) {
      int hash = link.indexOf('#');
      String file = hash < 0 ? link : link.substring(0, hash);
      Path target = Recipes.ROOT.resolve("docs").resolve(file.isEmpty() ? name : file);
      assertThat(target).exists();
      if (hash >= 0) {
        assertThat(anchors(Recipes.text(target))).contains(link.substring(hash));
      }
    }
  }

  private static List<String> anchors(String text) {
    return HEADING
        .matcher(text)
        .results()
        .map(match -> match.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", ""))
        .map(heading -> "#" + heading.replace(' ', '-'))
        .toList();
  }

  @Test
  void commands_work() throws Exception {
    Commands commands = new Commands(server, folder);
    for (Block block : blocks("sh")) {
      for (String line : block.text().lines().toList()) {
        commands.run(line);
      }
    }
  }

  @Test
  void javaSnippets_areAllowedUntilTheLimitIsReached() throws Exception {
    assertThat(blocks("java"))
        .extracting(Block::name)
        .containsExactlyInAnyOrder("lettuce", "jedis", "grpc", "http");
    for (Block block : blocks("java")) {
      // A second is enough for a service, but maybe not for the first call on a busy machine.
      String code =
          Recipes.atPorts(server, block.text())
              .replace("ofSeconds(1)", "ofSeconds(30)")
              .replace("withDeadlineAfter(1,", "withDeadlineAfter(30,");
      Snippet snippet = new Snippet(folder, block.name(), code);
      assertThat(snippet.allowed()).as(block.name()).isTrue();
      int more = 0;
      while (more < 10 && snippet.allowed()) {
        more++;
      }
      assertThat(more).as(block.name()).isBetween(3, 5);
    }
  }

  @Test
  void snippets_ofOtherLanguages_sendValidRedisCommands() {
    Commands commands = new Commands(server, folder);
    for (String language : List.of("js", "python")) {
      String code = blocks(language).get(0).text();
      String call = CALL.matcher(code).results().findFirst().orElseThrow().group(1);
      List<String> words = QUOTED.matcher(call).results().map(quoted -> quoted.group(1)).toList();
      long allowed = words.get(0).equals("TX.CHECK") ? 1L : 0L;
      assertThat(commands.redis(words).get(0)).as(language).isEqualTo(allowed);
    }
  }

  @Test
  void prometheus_findsTheMetricsNamedOnThePage() throws Exception {
    Block block =
        blocks.stream().filter(b -> b.name().equals("prometheus")).findAny().orElseThrow();
    Map<?, ?> job =
        (Map<?, ?>) ((List<?>) Gateway.at(Recipes.yaml(block.text())).get("scrape_configs")).get(0);
    Map<?, ?> targets = (Map<?, ?>) ((List<?>) job.get("static_configs")).get(0);
    String target = (String) ((List<?>) targets.get("targets")).get(0);
    new Commands(server, folder)
        .run("redis-cli -p 6380 TX.CHECK USER u-42 ENDPOINT /login METHOD POST IP 203.0.113.9");
    int port = URI.create("http://" + Recipes.atPorts(server, target)).getPort();
    String path = (String) job.get("metrics_path");
    String metrics = server.send(RunningServer.request(port, path)).body();
    assertThat(METRIC.matcher(page).results().map(match -> match.group(1)).toList())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(metrics).contains("# TYPE " + name.replace("_total", "")));
  }
}
