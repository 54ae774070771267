package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single keys, from the command line. */
class KeysCommandTest {
  private static final String PATH = "/api/v1/keys/logins%7Cuser%3Da%20b";
  private static final String KEY = "logins|user=a b";

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

  private static String state(String block) {
    return "{\"key\":\"k\",\"rule\":\"logins\",\"limits\":[{\"limit\":5,\"windowSeconds\":60,"
        + "\"remaining\":2,\"resetAt\":1790000000,\"currentCount\":3}]"
        + block
        + "}";
  }

  @Test
  void show_printsLimitsStrikesAndBlock() {
    service.on(
        "GET " + PATH, 200, state(",\"block\":{\"strikes\":2,\"after\":5,\"blocked\":false}"));
    Terminal terminal = terminal();

    assertThat(terminal.run("keys", "show", KEY)).isEqualTo(0);
    assertThat(terminal.out())
        .isEqualTo("2 of 5 left, full at 2026-09-21T14:13:20Z\n2 of 5 strikes, not blocked\n");
    assertThat(service.asked().get(0).authorization()).isEqualTo("Bearer token-of-variable");
  }

  @Test
  void show_ofABlockedKey_printsTheEnd() {
    service.on(
        "GET " + PATH,
        200,
        state(",\"block\":{\"strikes\":5,\"after\":5,\"blocked\":true,\"endsAt\":1790000600}"));
    Terminal terminal = terminal();

    assertThat(terminal.run("keys", "show", KEY)).isEqualTo(0);
    assertThat(terminal.out()).endsWith("blocked until 2026-09-21T14:23:20Z\n");
  }

  @Test
  void key_isUnblockedAndReset() {
    service.on("DELETE " + PATH + "/block", 204, "");
    service.on("DELETE " + PATH, 204, "");
    Terminal terminal = terminal();

    assertThat(terminal.run("keys", "unblock", KEY)).isEqualTo(0);
    assertThat(terminal.out()).isEqualTo("unblocked " + KEY + "\n");
    assertThat(terminal.run("keys", "reset", KEY)).isEqualTo(0);
    assertThat(service.asked())
        .extracting(Service.Asked::line)
        .containsExactly("DELETE " + PATH + "/block", "DELETE " + PATH);
  }

  @Test
  void unknownKey_isANegativeAnswer_andAnotherErrorAFailure() {
    service.on("DELETE " + PATH, 503, "{\"detail\":\"no store\"}");
    Terminal terminal = terminal();

    assertThat(terminal.run("keys", "unblock", KEY)).isEqualTo(1);
    assertThat(terminal.err()).isEqualTo(KEY + ": 404: not here\n");
    assertThat(terminal.run("keys", "reset", KEY)).isEqualTo(3);
    assertThat(terminal.run("keys", "show")).isEqualTo(2);
  }
}
