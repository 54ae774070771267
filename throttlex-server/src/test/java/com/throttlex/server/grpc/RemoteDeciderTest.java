package com.throttlex.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.grpc.RemoteDecider;
import com.throttlex.grpc.ServiceSettings;
import com.throttlex.http.DecisionJson;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import com.throttlex.tck.Together;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client of grpc-java before the service's own door, by the same still time. */
class RemoteDeciderTest {
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              of("window", "10/1m").algorithm(Algorithm.FIXED_WINDOW).build(),
              Rule.builder("burst")
                  .endpoint("/burst")
                  .key("user")
                  .limits("*", List.of(Rate.parse("6/1m").withBurst(8)))
                  .build(),
              of("several", "3/1m", "3/1h", "20/1d").algorithm(Algorithm.FIXED_WINDOW).build(),
              of("month", "4/month").build(),
              of("log", "5/1h").algorithm(Algorithm.SLIDING_WINDOW_LOG).build(),
              of("counter", "5/1h").algorithm(Algorithm.SLIDING_WINDOW_COUNTER).build(),
              of("gcra", "5/1m").algorithm(Algorithm.GCRA).build(),
              of("leaky", "4/1m").algorithm(Algorithm.LEAKY_BUCKET).build(),
              of("slots", "2/1m").algorithm(Algorithm.CONCURRENCY).build(),
              of("shed", "10/1m")
                  .algorithm(Algorithm.FIXED_WINDOW)
                  .shares(Map.of(Priority.NORMAL, 60))
                  .onExceed(OnExceed.SHED)
                  .build(),
              of("trial", "1/1h").mode(Mode.SHADOW).build(),
              Rule.builder("beside").endpoint("/trial").key("user").limits("3/1m").build(),
              Rule.builder("tenant").key("header:X-Tenant").limits("2/1h").build(),
              Rule.builder("net").key("ip").limits("2/1h").build()));

  private final RemoteDecider remote =
      RemoteDecider.open(
          ServiceSettings.plaintext("127.0.0.1:" + lab.server.actualPort())
              .withDeadline(Duration.ofSeconds(20))
              .withOnFailure(FailureMode.DENY),
          null,
          lab.time);

  private static RuleBuilder of(String id, String... limits) {
    return Rule.builder(id).endpoint("/" + id).key("user").limits(limits);
  }

  @AfterEach
  void close() {
    remote.close();
    lab.close();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static RequestContext request(String user, String rule) {
    return RequestContext.builder().user(user).endpoint("/" + rule).build();
  }

  private static Map<String, String> headers(Decision decision) {
    Map<String, String> headers = new TreeMap<>();
    RateLimitHeaders.all().render(decision, headers::put);
    return headers;
  }

  /**
   * Two users with the same history: one is checked by the service, the other by the engine itself.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "window", "burst", "several", "month", "log", "counter", "gcra", "leaky", "slots", "shed",
        "trial", "nothing"
      })
  void answers_areShownAsTheEngineShowsThem(String rule) throws Exception {
    for (int i = 0; i < 12; i++) {
      Decision there = get(remote.checkAsync(request("far", rule)));
      Decision here = lab.throttlex.check(request("near", rule));
      assertThat(there.allowed()).isEqualTo(here.allowed());
      assertThat(there.isShed()).isEqualTo(here.isShed());
      assertThat(there.algorithm()).isEqualTo(here.algorithm());
      assertThat(headers(there)).isEqualTo(headers(here));
      assertThat(withoutReservation(DecisionJson.body(there)))
          .isEqualTo(withoutReservation(DecisionJson.body(here)));
      assertThat(there.reservation() == null).isEqualTo(here.reservation() == null);
    }
  }

  private static String withoutReservation(String json) {
    return json.replaceAll("\"reservation\":\"[0-9a-f]+\",", "");
  }

  @Test
  void parallelCalls_areLetInUpToTheLimitExactly() {
    lab.throttlex.rules(
        RuleBook.of(
            Rule.builder("all")
                .key("user")
                .limits("500/1h")
                .algorithm(Algorithm.FIXED_WINDOW)
                .build()));
    long admitted =
        Together.sum(
            8,
            thread -> {
              long passed = 0;
              for (int i = 0; i < 150; i++) {
                passed += get(remote.checkAsync(RequestContext.ofUser("u"))).allowed() ? 1 : 0;
              }
              return passed;
            });
    assertThat(admitted).isEqualTo(500);
    assertThat(remote.degraded()).isFalse();
  }

  @Test
  void slot_isReleased_andTheOtherChargeStands() throws Exception {
    RequestContext slow =
        RequestContext.builder().user("u").endpoint("/slots").ip("10.0.0.1").build();
    Decision first = get(remote.checkAsync(slow));
    Decision second = get(remote.checkAsync(slow));
    assertThat(second.allowed()).isTrue();
    assertThat(get(remote.checkAsync(slow)).allowed()).isFalse();
    get(remote.release(first));
    get(remote.release(second));
    assertThat(get(remote.checkAsync(request("u", "slots"))).remaining()).isEqualTo(1);
    assertThat(get(remote.checkAsync(slow)).rule()).isEqualTo("net");
  }

  @Test
  void reservation_isSettledOnce() throws Exception {
    RequestContext work = request("u", "window").toBuilder().cost(6).reserve(true).build();
    String reservation = get(remote.checkAsync(work)).reservation();
    assertThat(get(remote.settleAsync(reservation, 1))).isEqualTo(Settlement.SETTLED);
    assertThat(get(remote.settleAsync(reservation, 1))).isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(get(remote.settleAsync("nobody", 1))).isEqualTo(Settlement.UNKNOWN);
    assertThat(get(remote.checkAsync(request("u", "window"))).remaining()).isEqualTo(8);
  }

  @Test
  void headersAndPrefixesOfAddresses_areCountedBy() throws Exception {
    RequestContext tenant = RequestContext.builder().header("X-Tenant", "t").build();
    assertThat(get(remote.checkAsync(tenant)).rule()).isEqualTo("tenant");
    get(remote.checkAsync(RequestContext.builder().ip("2001:db8:1:2::7").build()));
    Decision neighbour =
        get(remote.checkAsync(RequestContext.builder().ip("2001:db8:1:2::8").build()));
    assertThat(neighbour.rule()).isEqualTo("net");
    assertThat(neighbour.remaining()).isZero();
  }

  @Test
  void shortageOfCapacity_isTold() throws Exception {
    Decision decision = get(remote.checkAsync(request("u", "shed").toBuilder().cost(7).build()));
    assertThat(decision.isShed()).isTrue();
    assertThat(decision.limit()).isEqualTo(6);
    assertThat(get(remote.checkAsync(request("u", "shed"))).isShed()).isFalse();
  }

  @Test
  void delay_isTold() throws Exception {
    lab.throttlex.rules(
        RuleBook.of(
            of("leaky", "4/2s")
                .algorithm(Algorithm.LEAKY_BUCKET)
                .onExceed(OnExceed.delay(Duration.ofSeconds(5)))
                .build()));
    get(remote.checkAsync(request("u", "leaky")));
    assertThat(get(remote.checkAsync(request("u", "leaky"))).delayMillis()).isEqualTo(500);
  }

  @Test
  void requestThatTheServiceRefuses_isTheCallersError() throws Exception {
    assertThat(remote.settleAsync("r", -1).toCompletableFuture())
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(InvalidRequestException.class);
  }

  @Test
  void localRules_areNotAskedWhileTheServiceAnswers() throws Exception {
    try (ThrottleX local =
            ThrottleX.of(RuleBook.of(Rule.builder("own").key("user").limits("1/1h").build()));
        RemoteDecider both =
            RemoteDecider.open(
                ServiceSettings.plaintext("127.0.0.1:" + lab.server.actualPort())
                    .withDeadline(Duration.ofSeconds(20)),
                local)) {
      for (int i = 0; i < 3; i++) {
        Decision decision = get(both.checkAsync(request("u", "nothing")));
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.rule()).isNull();
      }
    }
  }
}
