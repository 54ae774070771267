package com.throttlex.server.monitoring;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules and dashboards of the folder deploy. */
final class MonitoringFiles {
  private static final Path ROOT = Path.of("..");
  private static final Path FILES = ROOT.resolve("deploy/helm/throttlex/files");
  private static final Pattern PROMQL = Pattern.compile("(?s)```promql\\n(.*?)```");
  private static final Pattern COMMANDS = Pattern.compile("(?s)```sh\\n(.*?)```");
  private static final Pattern ADAPTER = Pattern.compile("(?s)metricsQuery: \\|\\n(.*)");

  private MonitoringFiles() {}

  /**
   * Returns the rules with short intervals and windows, so that a test can wait for them. An alert
   * fires as soon as its expression is true. The comparisons with the last hours and the last day
   * keep their windows.
   */
  static String quickRules() {
    return text(FILES.resolve("rules.yml"))
        .replaceAll("(?m)^    interval: .*$", "    interval: 200ms")
        .replaceAll("(?m)^        for: .*$", "        for: 0s")
        .replaceAll("((?:rate|increase|min_over_time)\\([^\\[\n]*)\\[\\d+[mhd]]", "$1[4s]");
  }

  /** Returns the queries of all panels, by dashboard, title of the panel and legend. */
  static Map<String, String> queries() {
    Map<String, String> queries = new TreeMap<>();
    for (Path file : dashboards()) {
      JsonObject board = new JsonObject(text(file));
      for (JsonObject panel : objects(board.getJsonArray("panels"))) {
        for (JsonObject target : objects(panel.getJsonArray("targets", new JsonArray()))) {
          String name =
              String.join(
                  ": ",
                  board.getString("title"),
                  panel.getString("title"),
                  target.getString("legendFormat"));
          queries.put(name, chosen(target.getString("expr")));
        }
      }
    }
    return queries;
  }

  /** Returns a query as Grafana sends it while all services and nodes are chosen. */
  private static String chosen(String query) {
    return query
        .replace("$job", ".*")
        .replace("$namespace", ".*")
        .replace("$instance", ".*")
        .replace("$__rate_interval", "4s");
  }

  /** Returns the lines of PromQL of all runbooks. */
  static List<String> runbookQueries() {
    return linesOfRunbooks(PROMQL);
  }

  /** Returns the commands of all runbooks, each once. */
  static List<String> runbookCommands() {
    return linesOfRunbooks(COMMANDS).stream().distinct().toList();
  }

  private static List<String> linesOfRunbooks(Pattern blocks) {
    return list(ROOT.resolve("docs/runbooks")).stream()
        .flatMap(page -> blocks.matcher(text(page)).results())
        .flatMap(block -> block.group(1).lines())
        .toList();
  }

  /** Returns the query of the autoscaler's metric, for each job instead of each pod. */
  static String adapterQuery() {
    Matcher query = ADAPTER.matcher(text(ROOT.resolve("deploy/prometheus/adapter.yml")));
    if (!query.find()) {
      throw new AssertionError("adapter.yml: no metricsQuery");
    }
    return query.group(1).replace("<<.GroupBy>>", "job").replace("<<.LabelMatchers>>", "job!=''");
  }

  private static List<Path> dashboards() {
    return list(FILES.resolve("dashboards"));
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast).toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
