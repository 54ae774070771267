package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.server.RunningServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;

/** A service with the rules, the traffic and the history of a small shop, the same at each run. */
final class SampleShop {
  static final String ADMIN = "anna-token-0123456789";
  private static final int DAYS = 30;
  private static final int HOURS_OF_A_DAY = 24;
  private static final int BATCH = 30;
  private static final List<String> USERS =
      List.of("ada", "ben", "chen", "dora", "emil", "fatima", "grace", "hugo", "ines", "jonas");
  private static final List<String> RULES =
      List.of(
          """
          {"id":"search","name":"Search, by customer","match":{"endpoint":"/api/v1/search"},
           "key":["user"],"limits":{"free":"100/1m","pro":"600/1m"},"algorithm":"gcra","burst":20}""",
          """
          {"id":"checkout","name":"Checkout must stay up","match":{"endpoint":"/checkout/**","methods":["POST"]},
           "key":["global"],"limits":"400/1s","shares":{"normal":90,"low":50},
           "adaptive":{"min":100,"max":800,"health":["payments"]}}""",
          """
          {"id":"partner-feed","name":"Feed of partners","match":{"endpoint":"/feed/**","services":["catalog"]},
           "key":["api-key"],"limits":["10/1s","20000/1d"],"on-exceed":{"delay":"250ms"}}""",
          """
          {"id":"crawlers","name":"Stop crawlers that come too often","match":{"endpoint":"/products/**"},
           "key":["ip"],"limits":"60/1m","algorithm":"sliding-window-counter","mode":"shadow","rollout":25}""",
          """
          {"id":"exports","name":"Exports wait in a queue","match":{"endpoint":"/exports/**"},
           "key":["user"],"limits":"2/1m","on-exceed":{"queue":"30s"}}""",
          """
          {"id":"legacy-soap","match":{"endpoint":"/soap/**"},"limits":"5/1s","mode":"off"}""");

  private final Random random = new Random(20);
  private final RunningServer server;

  SampleShop(RunningServer server) {
    this.server = server;
  }

  /** Starts the service on a database with the usage of a month. */
  static RunningServer start(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("throttlex.yml"),
        "admin: {tokens: [{name: anna, role: admin, token: " + ADMIN + "}]}\n");
    Path data = Files.createDirectories(folder.resolve("data"));
    try (Database database = Database.open("jdbc:sqlite:" + data.resolve("throttlex.db"))) {
      Instant now = Instant.now();
      Random random = new Random(7);
      for (int hour = 1; hour < DAYS * HOURS_OF_A_DAY; hour += hour < HOURS_OF_A_DAY ? 1 : 6) {
        double size = hour < HOURS_OF_A_DAY ? 1 : 6;
        Instant at = now.minus(Duration.ofHours(hour)).truncatedTo(ChronoUnit.HOURS);
        database.usage().add(at, counts(at, size * 60, random));
      }
      for (int minute = 2; minute < 60; minute++) {
        Instant at = now.minus(Duration.ofMinutes(minute)).truncatedTo(ChronoUnit.MINUTES);
        database.usage().add(at, counts(at, 1, random));
      }
    }
    return RunningServer.startWithoutRules(folder);
  }

  /** Counts of about so many minutes: more by day than by night, and a rush of denials. */
  private static List<UsageCount> counts(Instant at, double minutes, Random random) {
    int hour = at.atZone(ZoneOffset.UTC).getHour();
    double busy = minutes * (0.35 + 0.65 * Math.sin(Math.PI * hour / HOURS_OF_A_DAY));
    double rush = at.atZone(ZoneOffset.UTC).getMinute() % 23 < 4 ? 3 : 1;
    return List.of(
        count("search", busy * 420, 0.02 * rush, 0, random),
        count("checkout", busy * 160, 0.001, 0, random),
        count("orders-per-user", busy * 95, 0.05 * rush, 0, random),
        count("partner-feed", busy * 60, 0.01, 0.2, random),
        count("logins-per-address", busy * 14, 0.12 * rush, 0, random),
        new UsageCount("crawlers", 0, 0, Math.round(busy * 22 * random.nextDouble()), 0));
  }

  private static UsageCount count(
      String rule, double requests, double denied, double delayed, Random random) {
    long all = Math.round(requests * (0.8 + 0.4 * random.nextDouble()));
    long no = Math.round(all * denied * (0.5 + random.nextDouble()));
    return new UsageCount(rule, all - no, no, 0, Math.round((all - no) * delayed));
  }

  /** Makes the rules, users with tiers and overrides, health, changes of others, and traffic. */
  void fill() {
    RULES.forEach(rule -> admin("POST", "/api/v1/rules", new JsonObject(rule)));
    JsonObject search = new JsonObject(RULES.get(0));
    admin("PUT", "/api/v1/rules/search", search.copy().put("burst", 30));
    admin("PUT", "/api/v1/rules/search", search.put("burst", 40).put("rollout", 50));
    for (String user : List.of("ada", "chen", "grace", "ines")) {
      admin("PUT", "/api/v1/users/" + user + "/tier", new JsonObject().put("tier", "pro"));
    }
    admin(
        "POST",
        "/api/v1/users/ada/override",
        new JsonObject()
            .put("rule", "search")
            .put("limits", "1200/1m")
            .put("expiresAt", Instant.now().plus(2, ChronoUnit.DAYS).getEpochSecond()));
    health(0.62, 180);
    for (int i = 0; i < 20; i++) {
      traffic();
    }
  }

  void health(double cpu, int millis) {
    JsonObject signals =
        new JsonObject().put("cpu", cpu).put("memory", 0.58).put("errorRate", 0.01);
    admin(
        "POST",
        "/api/v1/health-signals",
        signals.put("responseTime", millis).put("connectionPool", 0.4).put("service", "payments"));
  }

  /** Sends some hundred checks of many customers, of whom some come too often. */
  void traffic() {
    JsonArray checks = new JsonArray();
    for (int i = 0; i < BATCH; i++) {
      checks.add(check(random.nextInt(100)));
    }
    RunningServer.Reply reply = server.post("/api/v1/check/batch", checks.encode());
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }

  private JsonObject check(int kind) {
    // Squares: the first users come much more often than the last.
    double part = random.nextDouble() * random.nextDouble();
    String user = USERS.get((int) (part * USERS.size()));
    JsonObject check = new JsonObject().put("user", user).put("method", "POST");
    check.put("ip", "192.0.2." + kind);
    if (kind < 45) {
      return check.put("endpoint", "/api/v1/search").put("method", "GET");
    } else if (kind < 65) {
      return check.put("endpoint", "/checkout/pay").put("service", "payments");
    } else if (kind < 77) {
      return check.put("endpoint", "/api/v1/orders");
    } else if (kind < 89) {
      String apiKey = "partner-" + (int) (part * 4);
      return check.put("endpoint", "/feed/items").put("service", "catalog").put("apiKey", apiKey);
    } else if (kind < 93) {
      return check.put("endpoint", "/login").put("ip", "203.0.113." + (int) (part * 20));
    }
    return check.put("endpoint", "/products/7").put("ip", "198.51.100." + (int) (part * 3));
  }

  private void admin(String method, String path, JsonObject body) {
    RunningServer.Reply reply =
        RunningServer.admin(
            server.client(), server.adminPort(), ADMIN, method, path, body.encode());
    assertThat(reply.status()).as(path + " " + reply.body()).isLessThan(300);
  }
}
