package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The service as a process: how it greets, how it ends, and what outlives it. */
class ProcessTest {
  private static final int CHANGES = 20;

  @TempDir Path folder;

  @Test
  void process_afterAWorkingGreeting_endsCleanly() throws Exception {
    try (ServiceProcess service = ServiceProcess.start(folder)) {
      assertThat(service.greeting().get(0)).matches("ThrottleX \\S+ is ready\\.");
      String url = service.greeted("curl -i (\\S+)");
      String body = service.greeted("-d '(.*)'");
      HttpResponse<String> tried =
          service
              .client()
              .send(
                  HttpRequest.newBuilder(URI.create(url))
                      .header("Content-Type", service.greeted("-H 'Content-Type: (.*?)'"))
                      .POST(HttpRequest.BodyPublishers.ofString(body))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(tried.statusCode()).isEqualTo(200);
      assertThat(new JsonObject(tried.body()).getString("rule")).isEqualTo("orders-per-user");
      assertThat(service.greeted("open +(\\S+)"))
          .isEqualTo(
              service.greeted("admin +(\\S+)") + "/#token=" + service.greeted("token +(\\S+)"));
      int redis = Integer.parseInt(service.greeted("Redis +127.0.0.1:([0-9]+)"));
      try (RawHttp raw = new RawHttp(redis)) {
        raw.send("PING\r\n");
        assertThat(new String(raw.in().readNBytes(7), StandardCharsets.US_ASCII))
            .isEqualTo("+PONG\r\n");
      }
      assertThat(service.terminate()).isEqualTo(143);
      assertThat(service.lastLines()).containsExactly("ThrottleX has ended.");
    }
  }

  static List<Named<Supplier<String>>> databases() {
    return List.of(
        Named.of("SQLite", () -> ""),
        Named.of("PostgreSQL", () -> inDatabase(PostgresServer.shared().newDatabase())),
        Named.of("MariaDB", () -> inDatabase(MariaDbServer.shared().newDatabase())));
  }

  private static String inDatabase(String url) {
    return "{store: '%s', database: '%s'}".formatted(url, url);
  }

  @ParameterizedTest
  @MethodSource("databases")
  void acknowledgedChanges_afterAKill_areStillThere(Supplier<String> settings) throws Exception {
    Files.writeString(folder.resolve("throttlex.yml"), settings.get());
    String token;
    Set<Object> rules;
    String limits;
    JsonArray audit;
    try (ServiceProcess service = ServiceProcess.start(folder)) {
      for (int i = 10; i < 10 + CHANGES; i++) {
        created(
            service.admin(
                "POST",
                "/api/v1/rules",
                "{\"id\":\"kept-"
                    + i
                    + "\",\"match\":{\"endpoint\":\"/kept/"
                    + i
                    + "\"},\"key\":[\"user\"],\"limits\":\""
                    + (i + 1)
                    + "/1d\"}"));
        created(service.admin("PUT", "/api/v1/users/u-" + i + "/tier", "{\"tier\":\"pro\"}"));
        created(
            service.admin(
                "POST",
                "/api/v1/users/u-" + i + "/override",
                "{\"rule\":\"orders-per-user\",\"limits\":\""
                    + (i + 7)
                    + "/1m\",\"expiresAt\":4102444800}"));
      }
      token = service.greeted("token +(\\S+)");
      rules = rules(service);
      limits = service.admin("GET", "/api/v1/users/u-17/limits", "").body();
      audit = entries(service);
      service.kill();
    }
    try (ServiceProcess service = ServiceProcess.start(folder)) {
      assertThat(service.greeted("token +(\\S+)")).isEqualTo(token);
      assertThat(rules(service)).isEqualTo(rules).hasSizeGreaterThan(CHANGES);
      assertThat(service.admin("GET", "/api/v1/users/u-17/limits", "").body()).isEqualTo(limits);
      assertThat(limits).contains("\"tier\":\"pro\"", "24/1m");
      assertThat(entries(service)).isEqualTo(audit);
      assertThat(audit.size()).isGreaterThanOrEqualTo(3 * CHANGES);
      assertThat(limitOf(service, "/kept/14")).isEqualTo(15);
    }
  }

  private static void created(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isIn(200, 201);
  }

  private static JsonArray entries(ServiceProcess service) {
    Reply reply = service.admin("GET", "/api/v1/audit?limit=100", "");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json().getJsonArray("entries");
  }

  /** Returns all rules as a set, because their order has no meaning. */
  private static Set<Object> rules(ServiceProcess service) {
    Reply reply = service.admin("GET", "/api/v1/rules", "");
    return reply.json().getJsonArray("rules").stream().collect(Collectors.toSet());
  }

  private static long limitOf(ServiceProcess service, String endpoint) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service.greeted("curl -i (\\S+)")))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"user\":\"someone\",\"endpoint\":\"" + endpoint + "\"}"))
            .build();
    HttpResponse<String> reply =
        service.client().send(request, HttpResponse.BodyHandlers.ofString());
    return new JsonObject(reply.body()).getLong("limit");
  }
}
