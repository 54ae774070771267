package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores and moves, from the command line. */
class StoreCommandTest {
  private static final String STORES =
      """
      {"stores":[{"name":"default","kind":"postgresql","rules":3,"details":{}},
       {"name":"redis","kind":"redis","rules":1,"details":{},"problem":"Redis failing"}],"moves":[%s]}""";
  private static final String MOVE =
      """
      {"from":["default"],"to":"redis","secondsLeft":12,
       "verdicts":{"same":70,"onlyOldDenied":2,"onlyNewDenied":0}}""";
  private static final String LINE =
      "moving all from default to redis: charging both, 12 s left; verdicts: 70 same, 2 denied by the"
          + " old store only, 0 by the new one only\n";

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
  void store_listsStoresAndMoves() {
    service.on("GET /api/v1/stores", 200, STORES.formatted(MOVE));
    Terminal terminal = terminal();
    assertThat(terminal.run("store")).isEqualTo(0);
    assertThat(terminal.out())
        .isEqualTo("default: postgresql, 3 rules\nredis: redis, 1 rules, Redis failing\n" + LINE);
  }

  @Test
  void migrate_showsTheProgressUntilTheEnd() {
    service.on("POST /api/v1/stores/move", 202, STORES.formatted(MOVE));
    service.on("GET /api/v1/stores", 200, STORES.formatted(""));
    Terminal terminal = terminal();
    assertThat(terminal.run("store", "migrate", "--from", "default", "--to", "redis")).isEqualTo(0);
    assertThat(terminal.out())
        .isEqualTo(LINE + "moved: the new store has every charge that counts\n");
    assertThat(service.asked().get(0).body()).isEqualTo("{\"from\":\"default\",\"to\":\"redis\"}");
  }

  @Test
  void migrate_withoutWaiting_onlyBegins() {
    service.on("POST /api/v1/stores/move", 202, STORES.formatted(MOVE));
    Terminal terminal = terminal();
    assertThat(terminal.run("store", "migrate", "--from", "a", "--to", "b", "--no-wait"))
        .isEqualTo(0);
    assertThat(terminal.out()).isEqualTo(LINE);
  }

  @Test
  void migrate_thatIsRefused_saysWhy() {
    service.on(
        "POST /api/v1/stores/move", 422, "{\"detail\":\"to: b (expected: one of default)\"}");
    Terminal terminal = terminal();
    assertThat(terminal.run("store", "migrate", "--from", "a", "--to", "b")).isEqualTo(1);
    assertThat(terminal.err()).contains("to: b (expected: one of default)");
    assertThat(terminal.run("store", "migrate", "--from", "a")).isEqualTo(2);
  }
}
