package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests many checks in one request. */
class BatchDoorTest {
  private static final String PATH = "/api/v1/check/batch";

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

  private static String five(String user) {
    return "{\"user\":\"" + user + "\",\"endpoint\":\"/five\"}";
  }

  private static List<JsonObject> answers(Reply reply) {
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("content-type")).isEqualTo("application/json");
    return new JsonArray(reply.body()).stream().map(JsonObject.class::cast).toList();
  }

  @Test
  void answers_areInTheOrderOfTheChecks() {
    List<JsonObject> answers =
        answers(server.post(PATH, "[" + five("o1") + "," + five("o2") + "," + five("o1") + ",{}]"));
    assertThat(answers).extracting(a -> a.getLong("remaining")).startsWith(4L, 4L, 3L);
    assertThat(answers)
        .extracting(a -> a.getString("rule"))
        .containsExactly("five", "five", "five", null);
  }

  @Test
  void batch_withDeniedChecks_isOkAndAnswersEach() {
    List<JsonObject> answers =
        answers(server.post(PATH, Collections.nCopies(7, five("denied")).toString()));
    assertThat(answers)
        .extracting(a -> a.getBoolean("allowed"))
        .containsExactly(true, true, true, true, true, false, false);
    assertThat(answers.get(6).getInteger("status")).isEqualTo(429);
  }

  @Test
  void malformedCheck_isAnsweredInItsPlaceAndChargesNothing() {
    String wrong = "{\"user\":\"mixed\",\"endpoint\":\"/five\",\"cost\":\"x\"}";
    List<JsonObject> answers =
        answers(
            server.post(
                PATH, "[" + five("mixed") + "," + wrong + ",7,[{}],null," + five("mixed") + "]"));
    assertThat(answers).hasSize(6);
    for (int i = 1; i <= 4; i++) {
      assertThat(answers.get(i).fieldNames()).containsExactly(BadRequestTest.PROBLEM_MEMBERS);
      assertThat(answers.get(i).getInteger("status")).isEqualTo(400);
    }
    assertThat(answers.get(1).getString("detail")).startsWith("cost: x (expected: ");
    assertThat(answers.get(5).getLong("remaining")).isEqualTo(3);
  }

  @Test
  void batch_repeatedWithAnIdempotencyKey_isChargedOnce() {
    String batch = Collections.nCopies(2, five("again")).toString();
    String first = server.post(PATH, batch, "X-Idempotency-Key", "b-1").body();
    assertThat(new JsonArray(first).getJsonObject(1).getLong("remaining")).isEqualTo(3);
    assertThat(server.post(PATH, batch, "X-Idempotency-Key", "b-1").body()).isEqualTo(first);
    assertThat(server.remaining("again", "/five")).isEqualTo(3);
  }

  @Test
  void batch_thatIsEmpty_hasNoAnswers() {
    assertThat(answers(server.post(PATH, "[]"))).isEmpty();
  }

  @Test
  void batch_ofMoreThanAThousandChecks_isRefused() {
    String thousand = Collections.nCopies(1000, five("thousand")).toString();
    assertThat(answers(server.post(PATH, thousand))).hasSize(1000);
    Reply tooMany = server.post(PATH, Collections.nCopies(1001, five("too-many")).toString());
    BadRequestTest.assertProblem(tooMany, 400);
    assertThat(tooMany.json().getString("detail")).contains("at most 1000");
    assertThat(server.remaining("too-many", "/five")).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "null", "7", "[", "[{}", "[{}]]", "[{}] []", "[{},]"})
  void body_thatIsNoArray_isRefused(String body) {
    BadRequestTest.assertProblem(server.post(PATH, body), 400);
  }

  @Test
  void batch_thatIsCutOff_chargesNothing() {
    BadRequestTest.assertProblem(server.post(PATH, "[" + five("broken") + ","), 400);
    assertThat(server.remaining("broken", "/five")).isEqualTo(5);
  }
}
