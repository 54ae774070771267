package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.ThrottleXServer;
import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands, settings, metrics and links of docs/PROXY.md work as shown. */
class ProxyPageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern METRIC = Pattern.compile("`(throttlex_proxy_\\w+)`");
  private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^##+ (.*)$");
  private static final String PROGRAM = "./throttlex ";

  @TempDir Path folder;

  @Test
  void shownCommands_startAProxyThatForwardsTheShownCall() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), shown("yaml", "version: 1"));
    List<String> starts = lines(PROGRAM);
    List<String> calls = lines("curl -i http://127.0.0.1:8000/");
    assertThat(starts).hasSize(3);
    assertThat(calls).isNotEmpty();
    HttpServer application = application();
    try {
      for (String start : starts) {
        if (start.contains("--config")) {
          Files.writeString(folder.resolve("throttlex.yml"), shown("yaml", "proxy:"));
        }
        Settings settings = settings(start);
        assertThat(settings.proxy().port()).as(start).isEqualTo(8000);
        try (ThrottleXServer server = ThrottleXServer.start(atFreePorts(start, application))) {
          assertThat(get(server.proxyPort(), "/").statusCode()).as(start).isEqualTo(204);
        }
      }
    } finally {
      application.stop(0);
    }
  }

  @Test
  void shownRoutes_haveTheDefaultsOfTheTable() throws Exception {
    Files.writeString(folder.resolve("throttlex.yml"), shown("yaml", "proxy:"));
    ProxySettings proxy = settings(PROGRAM + "proxy --config throttlex.yml").proxy();
    assertThat(proxy.routes())
        .extracting(ProxyRoute::id)
        .containsExactly("orders", "everything-else");
    ProxyRoute orders = proxy.routes().get(0);
    ProxyRoute others = proxy.routes().get(1);
    assertThat(orders.timeout()).isEqualTo(others.timeout());
    assertThat(orders.maxBody()).isEqualTo(others.maxBody());
    assertThat(proxy.port()).isEqualTo(ProxySettings.DEFAULT_PORT);
    assertThat(proxy.maxWaiting()).isEqualTo(ProxySettings.DEFAULT_MAX_WAITING);
    assertThat(proxy.maxConnections()).isEqualTo(ProxySettings.DEFAULT_MAX_CONNECTIONS);
  }

  @Test
  void shownRules_areValid() throws Exception {
    List<String> shown = blocks("yaml").stream().filter(b -> b.startsWith("version: 1")).toList();
    assertThat(shown)
        .hasSize(3)
        .allSatisfy(rules -> assertThat(RuleFile.parse(rules, "rules.yml").rules()).isNotEmpty());
  }

  @Test
  void shownMetrics_areServed() throws Exception {
    HttpServer application = application();
    Files.writeString(folder.resolve("rules.yml"), shown("yaml", "version: 1"));
    try (ThrottleXServer server =
        ThrottleXServer.start(atFreePorts(lines(PROGRAM).get(0), application))) {
      get(server.proxyPort(), "/");
      String served = get(server.adminPort(), "/metrics").body();
      assertThat(METRIC.matcher(page()).results().map(found -> found.group(1)).toList())
          .hasSizeGreaterThan(5)
          .allSatisfy(
              name -> assertThat(served).contains("# TYPE " + name.replaceFirst("_total$", "")));
    } finally {
      application.stop(0);
    }
  }

  @Test
  void links_haveATarget() throws Exception {
    List<String> links = LINK.matcher(page()).results().map(found -> found.group(1)).toList();
    assertThat(links).hasSizeGreaterThan(5);
    for (String link : links) {
      String[] parts = link.split("#", -1);
      Path target = DOCS.resolve(parts[0].isEmpty() ? "PROXY.md" : parts[0]);
      assertThat(target).as(link).exists();
      if (parts.length > 1) {
        assertThat(anchors(Files.readString(target))).as(link).contains(parts[1]);
      }
    }
  }

  private static List<String> anchors(String text) {
    return HEADING
        .matcher(text)
        .results()
        .map(
            found ->
                found
                    .group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z0-9 -]", "")
                    .replace(' ', '-'))
        .toList();
  }

  private static String page() throws IOException {
    return Files.readString(DOCS.resolve("PROXY.md"));
  }

  private static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(page())
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  private static String shown(String language, String start) throws IOException {
    return blocks(language).stream()
        .filter(block -> block.startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> lines(String start) throws IOException {
    return blocks("sh").stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(start))
        .toList();
  }

  /** Runs a command line with an action that only takes its settings. */
  private Settings settings(String line) throws IOException {
    StringWriter problems = new StringWriter();
    PrintWriter out = new PrintWriter(problems);
    AtomicReference<Settings> read = new AtomicReference<>();
    int code =
        Throttlex.commandLine(
                new CommandContext(Map.of(), folder, InstantSource.system(), out, out),
                (settings, to) -> {
                  read.set(settings);
                  return 0;
                })
            .execute(line.substring(PROGRAM.length()).split(" "));
    assertThat(code).as("%s: %s", line, problems).isZero();
    return read.get();
  }

  /** Returns the settings of a command line, with free ports and the application as upstream. */
  private Settings atFreePorts(String line, HttpServer application) throws IOException {
    Map<String, String> options = new HashMap<>();
    options.put("upstream", "http://127.0.0.1:" + application.getAddress().getPort());
    options.put("proxy-port", "0");
    options.put("port", "-1");
    options.put("resp-port", "-1");
    options.put("admin-port", "0");
    options.put("data-dir", folder.resolve("data").toString());
    if (line.contains("--rules")) {
      options.put("rules", folder.resolve("rules.yml").toString());
    }
    return SettingsReader.read(options, Map.of(), Files.createTempDirectory(folder, "empty"));
  }

  private static HttpServer application() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static HttpResponse<String> get(int port, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
