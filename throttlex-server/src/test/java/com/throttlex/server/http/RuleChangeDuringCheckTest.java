package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.RawHttp;
import com.throttlex.server.grpc.ToldStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests rules that change between a decision and its answer: the answer follows the decision. */
class RuleChangeDuringCheckTest {
  private static final RuleBook QUEUE = RuleBook.of(rule(OnExceed.QUEUE));
  private static final RuleBook REJECT = RuleBook.of(rule(OnExceed.REJECT));
  private static final String BODY = "{\"user\":\"u\"}";

  private final ToldStore store = new ToldStore();
  private final DoorLab lab = new DoorLab(QUEUE, store, HttpDoor.BODY_MILLIS);

  private static Rule rule(OnExceed onExceed) {
    return Rule.builder("r").key("user").limits("1/1d").onExceed(onExceed).build();
  }

  @AfterEach
  void close() {
    lab.close();
  }

  /** Returns the answer to a check that does not fit, during which the rules change. */
  private RawHttp.Answer deny(String path, String body, RuleBook next) throws Exception {
    try (RawHttp client = lab.connect()) {
      assertThat(client.post("/api/v1/check", BODY).answer().status()).isEqualTo(200);
      store.answerLate();
      client.post(path, body);
      Runnable decision = store.question();
      lab.rules(next);
      decision.run();
      return client.answer();
    }
  }

  @Test
  void check_whoseRuleStopsQueuing_isQueued() throws Exception {
    assertThat(deny("/api/v1/check", BODY, REJECT).status()).isEqualTo(202);
  }

  @Test
  void check_whoseRuleIsRemoved_isQueued() throws Exception {
    assertThat(deny("/api/v1/check", BODY, RuleBook.EMPTY).status()).isEqualTo(202);
  }

  @Test
  void check_whoseRuleStartsQueuing_isDenied() throws Exception {
    lab.rules(REJECT);

    assertThat(deny("/api/v1/check", BODY, QUEUE).status()).isEqualTo(429);
  }

  @Test
  void elementOfABatch_whoseRuleStopsQueuing_isQueued() throws Exception {
    RawHttp.Answer answer = deny("/api/v1/check/batch", "[" + BODY + "]", REJECT);

    assertThat(answer.body()).contains("\"queued\":true");
  }
}
