package com.throttlex.http;

import static com.throttlex.http.Scene.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionJsonTest {
  private static final RuleBook CLOSED = RuleBook.of(List.of(), Fallback.DENY, List.of());

  @Test
  void body_ofAnAllow_hasTheDocumentedMembersInOrder() {
    Scene scene = Scene.of(rule("orders", "1000/1m").algorithm(Algorithm.SLIDING_WINDOW_COUNTER));
    assertThat(DecisionJson.body(scene.check(13)))
        .isEqualTo(
            """
            {"allowed":true,"limit":1000,"remaining":987,"currentCount":13,"resetAt":1790000100,\
            "retryAfter":0,"rule":"orders","algorithm":"sliding-window-counter","state":"NORMAL",\
            "degraded":false,"limits":[{"rule":"orders","limit":1000,"windowSeconds":60,\
            "remaining":987,"resetAt":1790000100}]}""");
  }

  @Test
  void body_ofADelay_hasTheWait() {
    Scene scene = Scene.of(rule("paced", "10/1s").onExceed(OnExceed.delay(Duration.ofMillis(500))));
    scene.check(10);
    assertThat(DecisionJson.body(scene.check(2)))
        .contains("\"allowed\":true,", ",\"degraded\":false,\"delayMs\":200,\"limits\":[");
  }

  @Test
  void body_ofALeakyBucket_hasTheQueuePosition() {
    Scene scene = Scene.of(rule("paced", "10/1s").algorithm(Algorithm.LEAKY_BUCKET));
    scene.check(2);
    assertThat(DecisionJson.body(scene.check(1)))
        .contains(",\"degraded\":false,\"queue_position\":3,\"limits\":[");
    assertThat(DecisionJson.body(scene.check(9))).doesNotContain("queue_position");
  }

  @Test
  void body_withAReservation_namesIt() {
    Scene scene = Scene.of(rule("slots", "2/30s").algorithm(Algorithm.CONCURRENCY));
    Decision decision = scene.check(1);
    assertThat(DecisionJson.body(decision))
        .contains("\"degraded\":false,\"reservation\":\"" + decision.reservation() + "\",")
        .contains("\"algorithm\":\"concurrency\"");
    RequestContext reserving = RequestContext.builder().reserve(true).build();
    assertThat(DecisionJson.body(Scene.of(rule("orders", "9/1m")).check(reserving)))
        .contains("\"reservation\":\"");
  }

  @Test
  void body_ofNoRule_hasNullForRuleAndAlgorithm() {
    assertThat(DecisionJson.body(new Scene(RuleBook.EMPTY).check(1)))
        .isEqualTo(
            """
            {"allowed":true,"limit":-1,"remaining":-1,"currentCount":0,"resetAt":1790000000,\
            "retryAfter":0,"rule":null,"algorithm":null,"state":"NORMAL","degraded":false,\
            "limits":[]}""");
  }

  @Test
  void body_ofSeveralLimits_listsAllInTheOrderOfTheRules() {
    Scene scene =
        Scene.of(rule("trial", "5/1h").mode(Mode.SHADOW), rule("orders", "10/1m", "100/1d"));
    assertThat(DecisionJson.body(scene.check(9)))
        .contains("\"rule\":\"orders\",\"algorithm\":\"token-bucket\",\"state\":\"WARNING\"")
        .endsWith(
            """
            "limits":[{"rule":"trial","limit":5,"windowSeconds":3600,"remaining":5,\
            "resetAt":1790000000},{"rule":"orders","limit":10,"windowSeconds":60,"remaining":1,\
            "resetAt":1790000054},{"rule":"orders","limit":100,"windowSeconds":86400,\
            "remaining":91,"resetAt":1790007776}]}""");
  }

  @Test
  void denial_addsTheProblem() {
    Scene scene = Scene.of(rule("orders", "10/1m"));
    scene.check(10);
    assertThat(DecisionJson.denial(scene.pass(Duration.ofMillis(1_500)).check(1)))
        .isEqualTo(
            """
            {"allowed":false,"limit":10,"remaining":0,"currentCount":10,"resetAt":1790000060,\
            "retryAfter":5,"rule":"orders","algorithm":"token-bucket","state":"THROTTLED",\
            "degraded":false,"limits":[{"rule":"orders","limit":10,"windowSeconds":60,\
            "remaining":0,"resetAt":1790000060}],\
            "type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
            "title":"Quota Exceeded","status":429,\
            "detail":"Rule orders allows 10/1m. Try again in 5 seconds.",\
            "error":"Too Many Requests",\
            "message":"Rate limit exceeded for key: orders|global",\
            "timestamp":"2026-09-21T14:13:21.500Z","retry_after":5,\
            "violated-policies":["orders"]}""");
  }

  @Test
  void denial_bySeveralLimits_namesThemAsTheHeadersDoButNoShadow() {
    Scene scene =
        Scene.of(
            rule("trial", "1/1h").mode(Mode.SHADOW),
            rule("orders", "10/1m", "20/1m", "10/1h"),
            rule("all", "10/1s"));
    scene.check(10);
    assertThat(DecisionJson.denial(scene.check(1)))
        .endsWith("\"violated-policies\":[\"orders\",\"orders:3\",\"all\"]}");
  }

  @Test
  void denial_byNoRule_violatesNoPolicy() {
    assertThat(DecisionJson.denial(new Scene(CLOSED).check(1)))
        .startsWith("{\"allowed\":false,\"limit\":-1,")
        .contains("\"rule\":null,", "\"state\":\"THROTTLED\"")
        .contains("\"detail\":\"No rule applies to the request, and such requests are denied.\"")
        .endsWith("\"retry_after\":1,\"violated-policies\":[]}");
  }

  @Test
  void denial_ofAnAllow_isRefused() {
    Decision allow = Scene.of(rule("orders", "10/1m")).check(1);
    assertThatThrownBy(() -> DecisionJson.denial(allow))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("decision: ALLOW by orders, 9 of 10 left (expected: a denial)");
  }
}
