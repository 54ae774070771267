package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.replay.BookRun;
import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay of what the service recorded decides as the service did. */
class RecordReplayTest {
  private static final String RULES =
      """
      version: 1
      tiers: [free, pro]
      default-rule: {key: [ip], limits: 3/1m}
      rules:
        - {id: users, match: {endpoint: /orders/**, methods: [POST]}, key: [user], limits: {free: 3/1s, pro: 9/1s}}
        - {id: keys, match: {endpoint: /keys/*}, key: [api-key, endpoint], limits: 4/1m, algorithm: sliding-window-log}
        - {id: eu, match: {attributes: {region: eu}}, key: ["attribute:account"], limits: 20/1m, algorithm: fixed-window}
        - {id: slow, match: {services: [mail]}, key: [user], limits: 2/1s, algorithm: leaky-bucket, on-exceed: {delay: 1s}}
      """;

  private static final int REQUESTS = 600;

  @TempDir Path folder;

  private static JsonObject request(Random random) {
    JsonObject check = new JsonObject();
    if (random.nextInt(10) > 0) {
      check.put("user", "user-" + random.nextInt(12));
    }
    check.put("ip", "203.0.113." + random.nextInt(20));
    if (random.nextBoolean()) {
      check.put("apiKey", "ak_" + random.nextInt(3));
    }
    check.put("endpoint", random.nextBoolean() ? "/orders/1" : "/keys/" + random.nextInt(2));
    check.put("method", random.nextBoolean() ? "POST" : "GET");
    if (random.nextInt(4) == 0) {
      check.put("tier", "pro");
    }
    if (random.nextInt(5) == 0) {
      check.put("cost", random.nextInt(3) + 1);
    }
    if (random.nextInt(5) == 0) {
      check.put("service", "mail");
    }
    if (random.nextInt(3) == 0) {
      String region = random.nextBoolean() ? "eu" : "us";
      check.put(
          "attributes",
          new JsonObject().put("region", region).put("account", "a" + random.nextInt(2)));
    }
    return check;
  }

  private void record() throws Exception {
    Random random = new Random(7);
    try (RunningServer server =
        RunningServer.start(folder, RULES, "record: {file: r.jsonl, sample: 100 %}\n")) {
      for (int sent = 0; sent < REQUESTS; sent += 20) {
        JsonArray batch = new JsonArray();
        for (int i = 0; i < 20; i++) {
          batch.add(request(random));
        }
        assertThat(server.post("/api/v1/check/batch", batch.encode()).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void replay_ofRecordedRequests_hasTheRecordedVerdicts() throws Exception {
    record();
    List<String> recorded = recorded();
    assertThat(recorded).hasSize(REQUESTS);
    assertThat(replayed(RULES)).isEqualTo(recorded);
    for (String expected : List.of("allow users", "deny users", "deny keys", "deny eu")) {
      assertThat(recorded).contains(expected);
    }
    assertThat(recorded).contains("delay slow", "deny default");
  }

  @Test
  void replay_ofRecordedEnvoyRequests_hasTheRecordedVerdicts() throws Exception {
    String rules =
        """
        version: 1
        default-rule: {key: [service], limits: 1/1d}
        rules:
          - {id: empty, match: {attributes: {tenant: "-"}}, key: [service], limits: 2/1d}
        """;
    try (RunningServer server =
        RunningServer.start(folder, rules, "record: {file: r.jsonl, sample: 100 %}\n")) {
      for (String entry : List.of("\"tenant\"", "\"other\",\"value\":\"x\"")) {
        for (int i = 0; i < 3; i++) {
          String descriptors = "[{\"entries\":[{\"key\":" + entry + "}]}]";
          server.post("/json", "{\"domain\":\"-\",\"descriptors\":" + descriptors + "}");
        }
      }
    }
    assertThat(recorded())
        .containsExactly(
            "allow empty", "allow empty", "deny empty", "allow null", "allow null", "allow null");
    assertThat(replayed(rules)).isEqualTo(recorded());
  }

  private List<String> recorded() throws IOException {
    List<String> recorded = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("r.jsonl"))) {
      JsonObject json = new JsonObject(line);
      recorded.add(json.getString("verdict") + " " + json.getString("rule"));
    }
    return recorded;
  }

  private List<String> replayed(String rules) throws IOException {
    Path file = folder.resolve("r.jsonl");
    List<String> replayed = new ArrayList<>();
    BookRun run = new BookRun(RuleFile.parse(rules, "rules.yml"), ReplayOptions.DEFAULT);
    try (TrafficLog log =
        new TrafficLog(List.of(LogSource.of(file, "r.jsonl")), LogOptions.DEFAULT)) {
      for (LogEntry entry = log.next(); entry != null; entry = log.next()) {
        Decision decision = run.decide(entry);
        replayed.add(decision.verdict().name().toLowerCase(Locale.ROOT) + " " + decision.rule());
      }
      assertThat(log.report().brokenLines()).isEmpty();
    }
    return replayed;
  }
}
