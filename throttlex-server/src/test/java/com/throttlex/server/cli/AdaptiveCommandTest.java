package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits that follow health, from the command line. */
class AdaptiveCommandTest {
  private static final String LIMIT =
      """
      {"rule":"db","limit":50,"min":10,"base":100,"max":200,"mode":"fixed","fixedFor":600,
       "follows":["orders-db"],"health":0.125,"confidence":1.0,"reason":"fixed by hand","terms":{}}""";
  private static final String LINE =
      "db: 50 of 10 to 200, fixed for 600 s, health 0.13 (confidence 1.00): fixed by hand\n";

  @TempDir Path folder;
  private final Service service = new Service();

  @AfterEach
  void stop() {
    service.close();
  }

  private Terminal terminal() {
    return new Terminal(folder)
        .variable("THROTTLEX_ADMIN_TOKEN", "token-of-variable")
        .variable("THROTTLEX_ADMIN_URL", service.url());
  }

  @Test
  void adaptive_listsTheLimits() {
    service.on(
        "GET /api/v1/adaptive",
        200,
        "{\"sources\":{},\"rules\":["
            + LIMIT
            + "],\"nodes\":1,\"ignored\":0,\"problem\":\"lost\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("adaptive")).isEqualTo(0);
    assertThat(terminal.out()).isEqualTo(LINE);
    assertThat(terminal.err()).isEqualTo("nodes may not agree: lost\n");
    assertThat(service.asked().get(0).authorization()).isEqualTo("Bearer token-of-variable");
  }

  @Test
  void adaptive_whenAPollFails_saysSo() {
    service.on(
        "GET /api/v1/adaptive",
        200,
        "{\"rules\":[],\"polled\":[{\"service\":\"db\",\"signal\":\"cpu\",\"problem\":null},"
            + "{\"service\":\"db\",\"signal\":\"errorRate\",\"problem\":\"status 500\"}]}");
    Terminal terminal = terminal();

    assertThat(terminal.run("adaptive")).isEqualTo(0);
    assertThat(terminal.err())
        .isEqualTo("no valid value from Prometheus: db errorRate: status 500\n");
  }

  @Test
  void limitIsFixed_frozen_andResumed() {
    service.on("POST /api/v1/adaptive/db/override", 200, LIMIT);
    service.on("POST /api/v1/adaptive/db/freeze", 200, LIMIT);
    service.on("POST /api/v1/adaptive/db/resume", 200, LIMIT.replace("600", "null"));
    Terminal terminal = terminal();

    assertThat(terminal.run("adaptive", "override", "db", "50", "--seconds", "600")).isEqualTo(0);
    assertThat(terminal.out()).isEqualTo(LINE);
    assertThat(terminal.run("adaptive", "override", "db", "50")).isEqualTo(0);
    assertThat(terminal.run("adaptive", "freeze", "db")).isEqualTo(0);
    assertThat(terminal.run("adaptive", "resume", "db")).isEqualTo(0);
    assertThat(terminal.out()).startsWith("db: 50 of 10 to 200, fixed, health");
    assertThat(service.asked())
        .extracting(Service.Asked::body)
        .containsExactly("{\"limit\":50,\"seconds\":600}", "{\"limit\":50}", "", "");
  }

  @Test
  void whatTheServiceRefuses_isANegativeAnswer_andWhatItCannotDoAFailure() {
    service.on("POST /api/v1/adaptive/db/override", 422, "{\"detail\":\"limit: 9\"}");
    service.on("POST /api/v1/adaptive/db/freeze", 503, "{\"detail\":\"no store\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("adaptive", "override", "db", "9")).isEqualTo(1);
    assertThat(terminal.err()).isEqualTo("db: 422: limit: 9\n");
    assertThat(terminal.run("adaptive", "resume", "a b/c")).isEqualTo(1);
    assertThat(terminal.err()).isEqualTo("a b/c: 404: not here\n");
    assertThat(service.asked().get(1).line()).isEqualTo("POST /api/v1/adaptive/a%20b%2Fc/resume");
    assertThat(terminal.run("adaptive", "freeze", "db")).isEqualTo(3);
    assertThat(terminal.run("adaptive")).isEqualTo(3);
    assertThat(terminal.run("adaptive", "override", "db", "many")).isEqualTo(2);
    assertThat(terminal.run("adaptive", "override", "db")).isEqualTo(2);
    assertThat(terminal.run("adaptive", "override", "--help")).isEqualTo(0);
  }
}
