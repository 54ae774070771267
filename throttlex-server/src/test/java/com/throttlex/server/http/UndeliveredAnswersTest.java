package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.RawHttp;
import com.throttlex.server.grpc.ToldStore;
import com.throttlex.tck.Await;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests clients that disconnect before they get their answer. */
class UndeliveredAnswersTest {
  private static final RuleBook RULES =
      RuleFile.parse(
          """
          version: 1
          default-rule: none
          rules:
            - {id: slots, key: [user], limits: 1/1d, algorithm: concurrency}
            - {id: address, match: {endpoint: /gate}, key: [ip], limits: 1/1d, algorithm: concurrency}
          """,
          "rules.yml");
  private static final String CHECK = "/api/v1/check";

  private final ToldStore store = new ToldStore();
  private final DoorLab lab = new DoorLab(RULES, store, 10_000);

  @AfterEach
  void close() {
    lab.close();
  }

  private static String body(String user) {
    return "{\"user\":\"" + user + "\"}";
  }

  private int status(String path, String body) throws IOException {
    try (RawHttp raw = lab.connect()) {
      return raw.post(path, body).answer().status();
    }
  }

  /**
   * Sends a request and leaves when that many questions were asked; only then the last is answered.
   */
  private void leave(String request, int questions) throws Exception {
    store.answerLate();
    Runnable last;
    try (RawHttp raw = lab.connect()) {
      raw.send(request);
      for (int i = 1; i < questions; i++) {
        store.question().run();
      }
      last = store.question();
    }
    Await.until("a closed connection", () -> lab.closed() == 1);
    store.answerAtOnce();
    last.run();
  }

  private static String post(String path, String body, String header) {
    return "POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(path, header, body.length(), body);
  }

  private void awaitFree(String path, String body) {
    Await.until("a free slot", () -> status(path, body) == 200);
  }

  @Test
  void slot_ofACheckWhoseClientIsGone_isGivenBack() throws Exception {
    leave(post(CHECK, body("u"), ""), 1);

    awaitFree(CHECK, body("u"));
    assertThat(status(CHECK, body("u"))).as("taken by the last").isEqualTo(429);
  }

  @Test
  void slots_ofABatchWhoseClientIsGone_areGivenBack() throws Exception {
    leave(post(CHECK + "/batch", "[" + body("a") + "," + body("b") + "]", ""), 2);

    awaitFree(CHECK, body("a"));
    awaitFree(CHECK, body("b"));
  }

  @Test
  void slots_ofABatchThatFails_areGivenBack() throws Exception {
    store.answerLate();
    try (RawHttp raw = lab.connect()) {
      raw.post(CHECK + "/batch", "[" + body("a") + "," + body("b") + "]");
      Runnable first = store.question();
      store.failAfter(0);
      first.run();
      assertThat(raw.answer().status()).isEqualTo(503);
    }
    store.failAfter(Integer.MAX_VALUE);
    store.answerAtOnce();

    awaitFree(CHECK, body("a"));
  }

  @Test
  void slot_ofForwardAuthWhoseClientIsGone_isGivenBack() throws Exception {
    String path = "/api/v1/authorize";
    leave(post(path, "", "X-Forwarded-Uri: /gate\r\n"), 1);

    Await.until("a free slot", () -> authorized(path) == 200);
    assertThat(authorized(path)).as("taken by the last").isEqualTo(429);
  }

  private int authorized(String path) throws IOException {
    try (RawHttp raw = lab.connect()) {
      return raw.send(post(path, "", "X-Forwarded-Uri: /gate\r\n")).answer().status();
    }
  }

  @Test
  void slot_ofACheckThatCanBeRepeated_isKeptForTheRepetition() throws Exception {
    leave(post(CHECK, body("u"), "X-Idempotency-Key: same\r\n"), 1);

    try (RawHttp raw = lab.connect()) {
      String repetition = post(CHECK, body("u"), "X-Idempotency-Key: same\r\n");
      RawHttp.Answer answer = raw.send(repetition).answer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).contains("\"reservation\"");
    }
    assertThat(status(CHECK, body("u"))).isEqualTo(429);
  }
}
