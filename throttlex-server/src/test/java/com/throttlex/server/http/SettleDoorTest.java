package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reservations and their settlement. */
class SettleDoorTest {
  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static String reserve(String user, int cost) {
    Reply reply =
        server.check(
            "{\"user\":\""
                + user
                + "\",\"endpoint\":\"/five\",\"reserve\":true,\"cost\":"
                + cost
                + "}");
    return reply.json().getString("reservation");
  }

  private static Reply settle(String reservation, long cost) {
    return server.post(
        "/api/v1/settle", "{\"reservation\":\"" + reservation + "\",\"cost\":" + cost + "}");
  }

  @ParameterizedTest
  @CsvSource({"lower, 3, 1, 4", "nothing, 3, 0, 5", "same, 3, 3, 2", "higher, 3, 5, 0"})
  void settle_correctsTheCharge(String user, int charged, int real, int left) {
    Reply settled = settle(reserve(user, charged), real);
    assertThat(settled.status()).isEqualTo(200);
    assertThat(settled.json().getBoolean("settled")).isTrue();
    assertThat(settled.json().getBoolean("repeated")).isFalse();
    assertThat(server.remaining(user, "/five")).isEqualTo(left);
  }

  @Test
  void settle_repeated_changesNothing() {
    String reservation = reserve("again", 3);
    settle(reservation, 1);
    for (int cost = 0; cost < 3; cost++) {
      Reply repeated = settle(reservation, cost);
      assertThat(repeated.status()).isEqualTo(200);
      assertThat(repeated.json().getBoolean("repeated")).isTrue();
    }
    assertThat(server.remaining("again", "/five")).isEqualTo(4);
  }

  @Test
  void settle_ofAnUnknownReservation_isNotFound() {
    Reply reply = settle("00000000000000000000000000000000", 1);
    assertThat(reply.status()).isEqualTo(404);
    BadRequestTest.assertProblem(reply, 404);
  }

  @Test
  void check_withoutReserve_hasNoReservation() {
    Reply reply = server.check("{\"user\":\"none\",\"endpoint\":\"/five\"}");
    assertThat(reply.json().containsKey("reservation")).isFalse();
  }

  @Test
  void settle_freesAConcurrencySlot() {
    String body = "{\"user\":\"slots\",\"endpoint\":\"/slots\"}";
    String first = server.check(body).json().getString("reservation");
    String second = server.check(body).json().getString("reservation");
    assertThat(first).isNotNull().isNotEqualTo(second);
    assertThat(server.check(body).status()).isEqualTo(429);
    assertThat(settle(first, 1).status()).isEqualTo(200);
    assertThat(settle(first, 1).json().getBoolean("repeated")).isTrue();
    assertThat(server.check(body).status()).isEqualTo(200);
    assertThat(server.check(body).status()).isEqualTo(429);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "1",
        "{",
        "{}",
        "{\"reservation\":\"R\"}",
        "{\"cost\":1}",
        "{\"reservation\":1,\"cost\":1}",
        "{\"reservation\":null,\"cost\":1}",
        "{\"reservation\":\"R\",\"cost\":-1}",
        "{\"reservation\":\"R\",\"cost\":1.5}",
        "{\"reservation\":\"R\",\"cost\":1e2147483648}",
        "{\"reservation\":\"R\",\"cost\":1e-99999999999}",
        "{\"reservation\":\"R\",\"cost\":\"1\"}",
        "{\"reservation\":\"R\",\"cost\":99999999999999999999}",
        "{\"reservation\":\"R\",\"cost\":1000000000000001}",
        "{\"reservation\":\"R\",\"cost\":1,\"more\":2}",
        "{\"reservation\":\"R\",\"cost\":1,\"outcome\":\"\"}",
        "{\"reservation\":\"R\",\"cost\":1,\"outcome\":\"Failure\"}",
        "{\"reservation\":\"R\",\"cost\":1,\"outcome\":1}",
        "{\"reservation\":\"R\",\"cost\":1,\"outcome\":[\"success\"]}",
        "{\"reservation\":\"R\",\"cost\":1,\"cost\":1}",
        "{\"reservation\":\"R\",\"reservation\":\"R\",\"cost\":1}",
        "{\"reservation\":\"R\",\"cost\":1} {}",
        "{\"reservation\":\"R\",\"cost\":1} x"
      })
  void settle_malformed_isRefusedAndChangesNothing(String body) {
    String user = "bad" + body.hashCode();
    String reservation = reserve(user, 3);
    Reply reply = server.post("/api/v1/settle", body.replace("R", reservation));
    BadRequestTest.assertProblem(reply, 400);
    assertThat(server.remaining(user, "/five")).isEqualTo(2);
    assertThat(settle(reservation, 3).json().getBoolean("repeated")).isFalse();
  }
}
