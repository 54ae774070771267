package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.State;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Wording;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.LimitStatus;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DecisionMessagesTest {
  private static final long NOW = RemoteLab.START.getEpochSecond() * 1_000_000_000L;
  private static final long START = RemoteLab.START.getEpochSecond();
  private static final int RANDOM_ANSWERS = 20_000;

  private static Map<String, String> headers(Decision decision) {
    Map<String, String> headers = new TreeMap<>();
    RateLimitHeaders.all().render(decision, headers::put);
    return headers;
  }

  private static LimitStatus.Builder limit(String rule, long limit, long window, long remaining) {
    return LimitStatus.newBuilder()
        .setRule(rule)
        .setLimit(limit)
        .setWindowSeconds(window)
        .setRemaining(remaining)
        .setAmount(limit)
        .setResetAt(START + 30);
  }

  @Test
  void denial_isShownAsTheServiceWouldShowIt() {
    Decision decision =
        DecisionMessages.decision(
            CheckResponse.newBuilder()
                .setRule("orders")
                .setLimit(100)
                .setRemaining(2)
                .setResetAt(START + 30)
                .setRetryAfter(5)
                .setState("THROTTLED")
                .setAlgorithm("token-bucket")
                .addLimits(limit("other", 7, 60, 1).setAlgorithm("concurrency"))
                .addLimits(limit("orders", 9, 60, 2).setAlgorithm("token-bucket"))
                .addLimits(
                    limit("orders", 100, 60, 2)
                        .setAlgorithm("token-bucket")
                        .setAmount(10)
                        .setExceeded(true))
                .addLimits(limit("trial", 1, 60, 0).setShadow(true).setExceeded(true))
                .build(),
            NOW);
    assertThat(decision.reported()).isEqualTo(2);
    assertThat(decision.algorithm()).isEqualTo(Algorithm.TOKEN_BUCKET);
    assertThat(decision.state()).isEqualTo(State.THROTTLED);
    assertThat(headers(decision))
        .containsEntry("Retry-After", "5")
        .containsEntry("X-RateLimit-Limit", "100")
        .containsEntry("X-RateLimit-Remaining", "2")
        .containsEntry(
            "RateLimit-Policy",
            "\"other\";q=7;qu=\"concurrent-requests\", \"orders\";q=9;w=60,"
                + " \"orders:2\";q=100;w=600")
        .containsEntry("RateLimit", "\"orders:2\";r=2;t=5, \"other\";r=1;t=5, \"orders\";r=2;t=5");
    assertThat(DecisionJson.denial(decision)).contains("\"violated-policies\":[\"orders:2\"]");
    assertThat(Wording.denial(decision))
        .isEqualTo("Rule orders allows 10/1m with a burst of 100. Try again in 5 seconds.");
  }

  @Test
  void classAndShedding_areToldOfEachLimit() {
    Decision decision =
        DecisionMessages.decision(
            CheckResponse.newBuilder()
                .setRule("shedder")
                .setLimit(60)
                .setResetAt(START + 30)
                .addLimits(
                    limit("shedder", 60, 60, 0)
                        .setAlgorithm("fixed-window")
                        .setAmount(100)
                        .setExceeded(true)
                        .setShed(true))
                .addLimits(limit("quota", 9, 60, 2).setAmount(9))
                .build(),
            NOW);
    assertThat(decision.isShed()).isTrue();
    assertThat(decision.limit()).isEqualTo(60);
    assertThat(decision.limits().get(0).limit().rate().amount()).isEqualTo(100);
    assertThat(decision.limits().get(1).sheds()).isFalse();
    assertThat(decision.limits().get(1).capacity()).isEqualTo(9);
  }

  @Test
  void delayReservationAndDegradation_areKept() {
    Decision decision =
        DecisionMessages.decision(
            CheckResponse.newBuilder()
                .setAllowed(true)
                .setRule("r")
                .setState("WARNING")
                .setDelayMs(250)
                .setReservation("name")
                .setDegraded(true)
                .addLimits(limit("r", 10, 2_678_400, 1))
                .build(),
            NOW);
    assertThat(decision.verdict()).isEqualTo(Decision.Verdict.DELAY);
    assertThat(decision.delayMillis()).isEqualTo(250);
    assertThat(decision.reservation()).isEqualTo("name");
    assertThat(decision.degraded()).isTrue();
    assertThat(decision.algorithm()).isEqualTo(Algorithm.FIXED_WINDOW);
    assertThat(headers(decision)).containsEntry("X-RateLimit-Warning", "90% used");
  }

  @Test
  void answerWithoutRule_isWhatItSays() {
    CheckResponse denied = CheckResponse.newBuilder().setLimit(-1).setRemaining(-1).build();
    assertThat(DecisionMessages.decision(denied, NOW).allowed()).isFalse();
    assertThat(DecisionMessages.decision(denied, NOW).degraded()).isFalse();
    assertThat(
            DecisionMessages.decision(denied.toBuilder().setDegraded(true).build(), NOW).degraded())
        .isTrue();
  }

  @Test
  void anyAnswer_howeverStrange_canBeShown() {
    Random random = new Random(7);
    for (int i = 0; i < RANDOM_ANSWERS; i++) {
      CheckResponse response = strange(random);
      Decision decision = DecisionMessages.decision(response, NOW);
      assertThat(decision.allowed()).as("%s", response).isEqualTo(response.getAllowed());
      headers(decision);
      assertThat(decision.allowed() ? DecisionJson.body(decision) : DecisionJson.denial(decision))
          .startsWith("{\"allowed\":");
    }
  }

  private static CheckResponse strange(Random random) {
    CheckResponse.Builder response =
        CheckResponse.newBuilder()
            .setAllowed(random.nextBoolean())
            .setRule("r" + random.nextInt(3))
            .setLimit(number(random))
            .setRemaining(number(random))
            .setResetAt(number(random))
            .setRetryAfter(number(random))
            .setDelayMs(number(random))
            .setState(random.nextBoolean() ? "WARNING" : "?")
            .setAlgorithm(algorithm(random));
    for (int i = random.nextInt(4); i > 0; i--) {
      response.addLimits(
          LimitStatus.newBuilder()
              .setRule("r" + random.nextInt(3))
              .setLimit(number(random))
              .setAmount(number(random))
              .setRemaining(number(random))
              .setWindowSeconds(number(random))
              .setResetAt(number(random))
              .setShadow(random.nextBoolean())
              .setExceeded(random.nextBoolean())
              .setAlgorithm(algorithm(random)));
    }
    return response.build();
  }

  private static long number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextLong();
      case 1 -> random.nextInt(100);
      case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
      default -> random.nextLong(1_000_000_000_000L);
    };
  }

  private static String algorithm(Random random) {
    Algorithm[] all = Algorithm.values();
    int i = random.nextInt(all.length + 2);
    return i < all.length ? all[i].toString() : i == all.length ? "" : "unheard-of";
  }
}
