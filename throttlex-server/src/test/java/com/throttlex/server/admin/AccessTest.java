package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.throttlex.server.identity.Role;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Roles: which calls each may make, and how often. */
class AccessTest extends AdminTest {
  private static final String WRONG = "wrong-token-0123456789";
  private static final Set<String> READING_POSTS =
      Set.of("POST /api/v1/explain", "POST /api/v1/replay", "POST /api/v1/rules/validate");
  private static final Map<Role, String> TOKENS =
      Map.of(
          Role.VIEWER, AdminServer.VIEWER,
          Role.EDITOR, AdminServer.EDITOR,
          Role.ADMIN, AdminServer.ADMIN);

  private HttpResponse<String> call(String token, Route route) {
    String path = route.path().replaceAll("\\{[a-z]+}", "some");
    return server.sendAs(token, route.method(), path, route.method().equals("GET") ? "" : "{}");
  }

  private List<Route> routes() {
    return server.plane.routes().routes();
  }

  @Test
  void request_withoutCredential_opensOnlyHealthAndMetrics() {
    List<String> open = new ArrayList<>();
    for (Route route : routes()) {
      HttpResponse<String> answer = call("", route);
      if (answer.statusCode() != 401) {
        open.add(route.method() + " " + route.path());
      } else {
        problem(answer, 401);
        assertThat(AdminServer.header(answer, "WWW-Authenticate")).isEqualTo("Bearer");
      }
    }

    assertThat(open).containsExactly("GET /health", "GET /metrics");
    problem(server.sendAs("", "GET", "/unknown", ""), 401);
    problem(server.sendAs("", "POST", "/health", ""), 401);
  }

  @Test
  void request_withAWrongCredential_isUnauthorized() {
    for (Route route : routes()) {
      if (route.role() != null) {
        problem(call(WRONG, route), 401);
        server.clock.advance(Duration.ofMinutes(1));
      }
    }
    problem(server.sendAs("", "GET", "/api/v1/rules", "", "Authorization", "Basic YTpi"), 401);
    problem(server.sendAs("", "GET", "/api/v1/rules", "", "Authorization", AdminServer.ADMIN), 401);
  }

  @Test
  void route_forALowerRoleThanItNeeds_isForbidden() {
    for (Map.Entry<Role, String> entry : TOKENS.entrySet()) {
      for (Route route : routes()) {
        Role needed = route.role();
        HttpResponse<String> answer = call(entry.getValue(), route);
        boolean refused = answer.statusCode() == 401 || answer.statusCode() == 403;
        String what = entry.getKey() + " " + route.method() + " " + route.path();
        assertThat(refused)
            .as(what)
            .isEqualTo(needed != null && entry.getKey().compareTo(needed) < 0);
        if (refused) {
          assertThat(problem(answer, 403).getString("detail")).contains(needed.toString());
        }
        assertThat(answer.statusCode()).as(what).isLessThan(500);
      }
    }
  }

  @Test
  void viewersReadAndNothingElse_auditIsForEditors_resetAndMovesForAdmins() {
    Map<Role, List<String>> byRole =
        routes().stream()
            .filter(route -> route.role() != null)
            .collect(
                Collectors.groupingBy(
                    Route::role,
                    Collectors.mapping(r -> r.method() + " " + r.path(), Collectors.toList())));

    assertThat(byRole.get(Role.VIEWER))
        .allMatch(route -> route.startsWith("GET ") || READING_POSTS.contains(route));
    assertThat(byRole.get(Role.EDITOR)).contains("GET /api/v1/audit", "DELETE /api/v1/keys/{key}");
    assertThat(byRole.get(Role.ADMIN))
        .containsExactlyInAnyOrder("POST /admin/reset/{key}", "POST /api/v1/stores/move");
    assertThat(routes()).allMatch(route -> route.role() != Role.VIEWER || !route.writes());
  }

  @Test
  void guesses_moreThanTenAMinute_areDeniedAndLockOutNoValidToken() {
    for (int i = 0; i < 10; i++) {
      problem(server.sendAs(WRONG + i, "GET", "/api/v1/rules", ""), 401);
    }
    HttpResponse<String> eleventh = server.sendAs(WRONG, "GET", "/api/v1/rules", "");

    JsonObject denial = problem(eleventh, 429);
    assertThat(denial.getString("type")).endsWith("#quota-exceeded");
    assertThat(AdminServer.header(eleventh, "Retry-After")).isEqualTo("60");
    assertThat(server.get("/api/v1/rules").statusCode()).isEqualTo(200);
    problem(server.sendAs("", "GET", "/api/v1/rules", ""), 401);
    assertThat(server.sendAs("", "GET", "/health", "").statusCode()).isEqualTo(200);
    server.clock.advance(Duration.ofMinutes(1));
    problem(server.sendAs(WRONG, "GET", "/api/v1/rules", ""), 401);
  }

  @Test
  void request_fromAnotherSite_isForbiddenOnEveryRouteButThePublicOnes() {
    for (Route route : routes()) {
      HttpResponse<String> answer =
          server.sendAs(
              AdminServer.ADMIN,
              route.method(),
              route.path().replaceAll("[{}]", ""),
              "{}",
              "Origin",
              "https://evil.example");
      assertThat(answer.statusCode() == 403).as(route.path()).isEqualTo(route.role() != null);
    }
    HttpResponse<String> own =
        server.sendAs(AdminServer.ADMIN, "GET", "/api/v1/rules", "", "Origin", server.origin());
    assertThat(own.statusCode()).isEqualTo(200);
    problem(server.sendAs(AdminServer.ADMIN, "GET", "/api/v1/rules", "", "Origin", "null"), 403);
  }

  @Test
  void guesses_manyAtOnce_areAnsweredOnlyTenTimes() {
    List<Integer> statuses = atOnce(60, i -> server.sendAs(WRONG + i, "GET", "/api/v1/top", ""));

    assertThat(statuses).containsOnly(401, 429);
    assertThat(statuses.stream().filter(status -> status == 401)).hasSize(10);
  }

  @Test
  void rightCredentials_areNotCountedAsGuesses() {
    for (int i = 0; i < 50; i++) {
      assertThat(server.get("/api/v1/rules").statusCode()).isEqualTo(200);
    }
    for (int i = 0; i < 10; i++) {
      problem(server.sendAs(WRONG, "GET", "/api/v1/rules", ""), 401);
    }
  }

  @Test
  void reads_ofOneAdministrator_areLimitedToAThousandAMinute() {
    for (int i = 0; i < 1000; i++) {
      assertThat(server.get("/openapi.yaml").statusCode()).isEqualTo(200);
    }
    HttpResponse<String> denied = server.get("/api/v1/top");

    assertThat(problem(denied, 429).getString("rule")).isEqualTo("admin-reads");
    assertThat(AdminServer.header(denied, "X-RateLimit-Limit")).isEqualTo("1000");
    assertThat(AdminServer.header(denied, "Retry-After")).isEqualTo("60");
    assertThat(server.sendAs(AdminServer.EDITOR, "GET", "/api/v1/top", "").statusCode())
        .isEqualTo(200);
    assertThat(server.send("DELETE", "/api/v1/users/u/tier", "").statusCode()).isEqualTo(204);
    server.clock.advance(Duration.ofMinutes(1));
    assertThat(server.get("/api/v1/top").statusCode()).isEqualTo(200);
  }

  @Test
  void writes_ofOneAdministrator_areLimitedToAHundredAMinute() {
    for (int i = 0; i < 100; i++) {
      HttpResponse<String> answer = server.send("DELETE", "/api/v1/users/u/tier", "");
      assertThat(answer.statusCode()).isEqualTo(204);
      assertThat(AdminServer.header(answer, "X-RateLimit-Remaining")).isEqualTo("" + (99 - i));
    }
    String rule = "{\"id\":\"r\",\"limits\":\"1/1s\"}";

    problem(server.send("POST", "/api/v1/rules", rule), 429);
    assertThat(server.rules.find("r")).isEmpty();
    assertThat(server.get("/api/v1/rules").statusCode()).isEqualTo(200);
    server.clock.advance(Duration.ofMinutes(1));
    json(server.send("POST", "/api/v1/rules", rule), 201);
  }

  @Test
  void noTokenReachesLogOrAnswer_andOnlyWritesAreLogged() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Level before = root.getLevel();
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    root.addAppender(appender);
    root.setLevel(Level.DEBUG);
    StringBuilder answers = new StringBuilder();
    try {
      for (String token : List.of(WRONG, AdminServer.VIEWER, AdminServer.ADMIN)) {
        routes().forEach(route -> answers.append(shown(call(token, route))));
        server.clock.advance(Duration.ofMinutes(1));
      }
    } finally {
      root.setLevel(before);
      root.detachAppender(appender);
    }

    List<String> lines =
        List.copyOf(appender.list).stream()
            .map(e -> e.getFormattedMessage() + e.getKeyValuePairs() + e.getThrowableProxy())
            .toList();
    for (String token : List.of(WRONG, AdminServer.VIEWER, AdminServer.ADMIN)) {
      assertThat(answers).doesNotContain(token);
      assertThat(lines).noneMatch(line -> line.contains(token));
    }
    long writes = routes().stream().filter(Route::writes).count();
    assertThat(lines.stream().filter(line -> line.startsWith("admin write")))
        .hasSize(2 * (int) writes);
    assertThat(lines).anyMatch(line -> line.contains("admin=\"ada\"") && line.contains("status="));
  }

  private static String shown(HttpResponse<String> answer) {
    return answer.headers().map() + answer.body();
  }
}
