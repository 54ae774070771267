package com.throttlex.server.monitoring;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.gateways.GatewayProcess;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.Programs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A Prometheus server that scrapes services, and evaluates the rules of the folder deploy. */
final class RealPrometheus implements AutoCloseable {
  private static final String GLOBAL =
      """
      global: {scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 200ms}
      rule_files: [rules.yml]
      scrape_configs:
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final GatewayProcess process;

  private RealPrometheus(int port, GatewayProcess process) {
    this.port = port;
    this.process = process;
  }

  /** Starts a server at a port with the targets, which are scrape configurations in YAML. */
  static RealPrometheus start(Path folder, int port, List<String> targets) throws Exception {
    Files.writeString(folder.resolve("rules.yml"), MonitoringFiles.quickRules());
    Path config = folder.resolve("prometheus.yml");
    Files.writeString(config, GLOBAL + String.join("", targets));
    List<String> command =
        List.of(
            Programs.here().path("prometheus").toString(),
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("tsdb"),
            "--web.listen-address=127.0.0.1:" + port);
    RealPrometheus server = new RealPrometheus(port, GatewayProcess.start(folder, port, command));
    Await.until("Prometheus is ready", () -> server.send("/-/ready").status() == 200);
    return server;
  }

  /** Returns whether a query has at least one sample that is a number. */
  boolean hasData(String query) {
    JsonArray samples =
        get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
            .getJsonArray("result");
    return MonitoringFiles.objects(samples).stream()
        .anyMatch(sample -> !sample.getJsonArray("value").getString(1).equals("NaN"));
  }

  /** Returns all alerting rules. */
  List<JsonObject> alerts() {
    return MonitoringFiles.objects(get("/api/v1/rules?type=alert").getJsonArray("groups")).stream()
        .flatMap(group -> MonitoringFiles.objects(group.getJsonArray("rules")).stream())
        .toList();
  }

  /** Returns the names of the alerts that fire. */
  Set<String> firing() {
    Set<String> firing = new TreeSet<>();
    for (JsonObject alert : alerts()) {
      if (alert.getString("state").equals("firing")) {
        firing.add(name(alert.getString("name")));
      }
    }
    return firing;
  }

  /** Returns the names of the alerts that fire for targets of a job. */
  Set<String> firing(String job) {
    Set<String> firing = new TreeSet<>();
    for (JsonObject alert : MonitoringFiles.objects(get("/api/v1/alerts").getJsonArray("alerts"))) {
      JsonObject labels = alert.getJsonObject("labels");
      if (alert.getString("state").equals("firing") && job.equals(labels.getString("job"))) {
        firing.add(name(labels.getString("alertname")));
      }
    }
    return firing;
  }

  private static String name(String alert) {
    return alert.substring("ThrottleX".length());
  }

  private JsonObject get(String path) {
    Reply reply = send(path);
    if (reply.status() != 200) {
      throw new AssertionError(path + ": " + reply.body());
    }
    return reply.json().getJsonObject("data");
  }

  private Reply send(String path) {
    try {
      return Reply.of(
          client.send(
              RunningServer.request(port, path).build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
