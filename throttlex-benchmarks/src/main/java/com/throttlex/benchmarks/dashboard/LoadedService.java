package com.throttlex.benchmarks.dashboard;

import com.throttlex.benchmarks.service.Children;
import com.throttlex.benchmarks.service.Program;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** A service with 10,000 rules and 100,000 keys. */
final class LoadedService {
  static final String TOKEN = "benchmarks-token-0123456789abcdef";
  static final int RULES = 10_000;
  static final int KEYS = 100_000;
  private static final int BATCH = 1000;

  private LoadedService() {}

  static Program start(Children children, Path root) throws IOException, InterruptedException {
    String token = "{name: benchmarks, role: viewer, token: " + TOKEN + "}";
    Path rules = Files.writeString(children.folder().resolve("dashboard-rules.yml"), rules());
    Program program =
        Program.start(
            children,
            root,
            "throttlex",
            "server: {max-rate: 0}\nadmin: {tokens: [" + token + "]}\n",
            rules);
    HttpClient client = HttpClient.newHttpClient();
    for (int first = 0; first < KEYS; first += BATCH) {
      check(client, program.port(), first);
    }
    return program;
  }

  /** Rules for paths of their own, and one for all users, which decides about the load. */
  private static String rules() {
    StringBuilder text = new StringBuilder("version: 1\ndefault-rule: none\nrules:\n");
    text.append("  - {id: per-user, key: [user], limits: 1000000/1m}\n");
    for (int i = 1; i < RULES; i++) {
      text.append(
          "  - {id: rule-%05d, match: {endpoint: /p%d/**}, key: [user], limits: 5/1m}\n"
              .formatted(i, i));
    }
    return text.toString();
  }

  /** Checks a thousand users, each once under the rule for all. */
  private static void check(HttpClient client, int port, int first)
      throws IOException, InterruptedException {
    JsonArray checks = new JsonArray();
    for (int i = first; i < first + BATCH; i++) {
      checks.add(new JsonObject().put("user", "u-" + i).put("endpoint", "/p" + i % 50));
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/check/batch"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(checks.encode()))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("checks: " + response.body() + " (expected: 200)");
    }
  }
}
