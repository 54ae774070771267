package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.FailureMode;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.tck.servers.FaultProxy;
import io.grpc.Context;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemoteDeciderTest {
  private static final RequestContext USER = RequestContext.ofUser("u");
  private static final Duration PATIENT = Duration.ofSeconds(20);

  private final SetTime time = new SetTime();
  private final ThrottleX local =
      ThrottleX.of(
          RuleBook.of(
              Rule.builder("own").key("user").limits("2/1h").build(),
              Rule.builder("slots")
                  .endpoint("/slow")
                  .key("global")
                  .limits("1/1m")
                  .algorithm(Algorithm.CONCURRENCY)
                  .build()),
          new MemoryStore(),
          time);
  private FakeService service;
  private RemoteDecider decider;

  @BeforeEach
  void start() throws Exception {
    service = new FakeService();
    decider = open(PATIENT, FailureMode.LOCAL);
  }

  private RemoteDecider open(Duration deadline, FailureMode mode) {
    ServiceSettings settings =
        ServiceSettings.plaintext(service.address()).withDeadline(deadline).withOnFailure(mode);
    return RemoteDecider.open(settings, mode == FailureMode.LOCAL ? local : null, time);
  }

  @AfterEach
  void close() throws Exception {
    decider.close();
    service.close();
    local.close();
  }

  private void reopen(Duration deadline, FailureMode mode) {
    decider.close();
    decider = open(deadline, mode);
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private Decision check() throws Exception {
    return get(decider.checkAsync(USER));
  }

  @Test
  void question_ofAFullRequest_carriesEveryField() throws Exception {
    get(
        decider.checkAsync(
            RequestContext.builder()
                .user("u")
                .ip("2001:db8:1:2:3:4:5:6")
                .apiKey("k")
                .endpoint("/a/b")
                .method("put")
                .service("s")
                .tier("gold")
                .priority(Priority.HIGH)
                .cost(7)
                .attribute("colour", "red")
                .header("X-Tenant", "t")
                .idempotencyKey("once")
                .reserve(true)
                .build()));
    assertThat(service.checks)
        .containsExactly(
            CheckRequest.newBuilder()
                .setTimestamp(SetTime.START.toEpochMilli())
                .setUser("u")
                .setIp("2001:db8:1:2::")
                .setApiKey("k")
                .setEndpoint("/a/b")
                .setMethod("PUT")
                .setService("s")
                .setTier("gold")
                .setPriority("high")
                .setCost(7)
                .putAttributes("colour", "red")
                .putHeaders("x-tenant", "t")
                .setIdempotencyKey("once")
                .setReserve(true)
                .build());
  }

  @Test
  void question_withoutCost_leavesItToTheRule_andZeroAsks() throws Exception {
    check();
    get(decider.checkAsync(USER.toBuilder().cost(0).build()));
    assertThat(service.checks.get(0).hasCost()).isFalse();
    assertThat(service.checks.get(1).hasCost()).isTrue();
  }

  @Test
  void answer_isNotDegraded() throws Exception {
    Decision decision = check();
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.rule()).isNull();
    assertThat(decision.degraded()).isFalse();
    assertThat(decider.problem()).isEmpty();
  }

  @Test
  void request_whenTheServiceFails_isDecidedLocally() throws Exception {
    service.answer = Status.UNAVAILABLE.withDescription("no store");
    List<Boolean> allowed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Decision decision = check();
      allowed.add(decision.allowed());
      assertThat(decision.degraded()).isTrue();
      assertThat(decision.rule()).isEqualTo("own");
    }
    assertThat(allowed).containsExactly(true, true, false, false);
    assertThat(service.checks).hasSize(4);
    assertThat(decider.degraded()).isTrue();
    assertThat(decider.problem())
        .isEqualTo(
            "the service at " + service.address() + " gives no answer: UNAVAILABLE, no store");

    service.answer = FakeService.PASSED;
    assertThat(check().degraded()).isFalse();
    assertThat(decider.problem()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOW", "DENY"})
  void request_whenTheServiceFails_isAnsweredAsTheModeSays(FailureMode mode) throws Exception {
    reopen(PATIENT, mode);
    service.answer = Status.INTERNAL;
    Decision decision = check();
    assertThat(decision.allowed()).isEqualTo(mode == FailureMode.ALLOW);
    assertThat(decision.degraded()).isTrue();
    assertThat(decision.rule()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void malformedRequest_isTheCallersError_whateverTheMode(FailureMode mode) throws Exception {
    reopen(PATIENT, mode);
    service.answer = Status.INVALID_ARGUMENT.withDescription("cost: -1 (expected: more)");
    assertThat(decider.checkAsync(USER).toCompletableFuture())
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .havingCause()
        .isInstanceOf(InvalidRequestException.class)
        .withMessage("cost: -1 (expected: more)");
    assertThat(decider.degraded()).isFalse();
  }

  @Test
  void service_thatKeepsSilent_isAskedOnceASecond() throws Exception {
    check();
    reopen(Duration.ofMillis(300), FailureMode.LOCAL);
    Eventually.isTrue("the first answer", () -> !probe().degraded());
    service.checks.clear();

    service.answer = null;
    assertThat(check().degraded()).isTrue();
    assertThat(decider.problem()).contains("DEADLINE_EXCEEDED");
    for (int i = 0; i < 100; i++) {
      assertThat(decider.checkAsync(USER).toCompletableFuture()).isDone();
    }
    assertThat(service.checks).hasSize(1);

    time.pass(Duration.ofSeconds(1));
    CompletableFuture<Decision> probe = decider.checkAsync(USER).toCompletableFuture();
    for (int i = 0; i < 100; i++) {
      assertThat(decider.checkAsync(USER).toCompletableFuture()).isDone();
    }
    assertThat(get(probe).degraded()).isTrue();
    assertThat(service.checks).hasSize(2);

    service.answer = FakeService.PASSED;
    assertThat(check().degraded()).isTrue();
    time.pass(Duration.ofSeconds(1));
    assertThat(check().degraded()).isFalse();
    assertThat(check().degraded()).isFalse();
    assertThat(service.checks).hasSize(4);
  }

  /** Asks after a pause, so that a slow beginning does not matter. */
  private Decision probe() throws Exception {
    time.pass(Duration.ofSeconds(3));
    return check();
  }

  @Test
  void service_thatIsCutOff_isMissedAtOnce_andFoundAgain() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(service.port());
        RemoteDecider far =
            RemoteDecider.open(
                ServiceSettings.plaintext("127.0.0.1:" + proxy.port())
                    .withDeadline(Duration.ofSeconds(5)),
                local)) {
      assertThat(get(far.checkAsync(USER)).degraded()).isFalse();
      for (int round = 0; round < 2; round++) {
        proxy.cut();
        Eventually.isTrue("the failure", () -> get(far.checkAsync(USER)).degraded());
        long before = System.nanoTime();
        for (int i = 0; i < 50; i++) {
          assertThat(get(far.checkAsync(USER)).degraded()).isTrue();
        }
        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(5));
        assertThat(far.problem()).contains("UNAVAILABLE");
        proxy.pass();
        Eventually.isTrue("the return", () -> !get(far.checkAsync(USER)).degraded());
        assertThat(far.degraded()).isFalse();
      }
    }
  }

  @Test
  void settlement_isWhatTheServiceSays() throws Exception {
    assertThat(get(decider.settleAsync("r", 3))).isEqualTo(Settlement.SETTLED);
    assertThat(service.settlements)
        .containsExactly(SettleRequest.newBuilder().setReservation("r").setCost(3).build());
    service.settlement = SettleResponse.getDefaultInstance();
    assertThat(get(decider.settleAsync("r", 3))).isEqualTo(Settlement.ALREADY_SETTLED);
    service.settlement = Status.NOT_FOUND;
    assertThat(get(decider.settleAsync("r", 3))).isEqualTo(Settlement.UNKNOWN);
    assertThat(decider.degraded()).isFalse();
    service.settlement = Status.INVALID_ARGUMENT.withDescription("cost");
    assertThatThrownBy(() -> get(decider.settleAsync("r", -1)))
        .hasCauseInstanceOf(InvalidRequestException.class);
    service.settlement = Status.UNAVAILABLE;
    assertThatThrownBy(() -> get(decider.settleAsync("r", 3))).hasMessageContaining("UNAVAILABLE");
    assertThat(decider.degraded()).isTrue();
  }

  @Test
  void release_leavesCharges_alsoInACallThatIsCancelled() throws Exception {
    service.answer = slot("r-1");
    Decision held = check();
    Context.CancellableContext cancelled = Context.current().withCancellation();
    cancelled.cancel(null);
    get(cancelled.call(() -> decider.release(held)));
    assertThat(service.settlements)
        .containsExactly(
            SettleRequest.newBuilder().setReservation("r-1").setAsCharged(true).build());
    service.answer = FakeService.PASSED;
    get(decider.release(check()));
    assertThat(service.settlements).hasSize(1);
  }

  private static Object slot(String reservation) {
    return FakeService.PASSED.toBuilder()
        .setReservation(reservation)
        .setRule("slots")
        .setLimit(1)
        .addLimits(
            com.throttlex.protocol.v1.LimitStatus.newBuilder()
                .setRule("slots")
                .setLimit(1)
                .setWindowSeconds(60)
                .setAlgorithm("concurrency"))
        .build();
  }

  @Test
  void reservation_madeLocally_isSettledLocally_alsoWhenTheServiceIsBack() throws Exception {
    RequestContext slow = RequestContext.builder().endpoint("/slow").build();
    service.answer = Status.UNAVAILABLE;
    Decision held = get(decider.checkAsync(slow));
    assertThat(held.allowed()).isTrue();
    assertThat(get(decider.checkAsync(slow)).allowed()).isFalse();
    service.answer = FakeService.PASSED;
    check();

    get(decider.release(held));
    service.answer = Status.UNAVAILABLE;
    Decision again = get(decider.checkAsync(slow));
    assertThat(again.allowed()).isTrue();
    assertThat(get(decider.settleAsync(again.reservation(), 0))).isEqualTo(Settlement.SETTLED);
    assertThat(get(decider.settleAsync(again.reservation(), 0)))
        .isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(get(decider.settleAsync("local:nobody", 0))).isEqualTo(Settlement.UNKNOWN);
    assertThat(service.settlements).isEmpty();
  }

  @Test
  void chargeReservedLocally_isGivenBackLocally() throws Exception {
    service.answer = Status.UNAVAILABLE;
    Decision reserved = get(decider.checkAsync(USER.toBuilder().cost(2).reserve(true).build()));
    assertThat(check().allowed()).isFalse();
    assertThat(get(decider.settleAsync(reserved.reservation(), 1))).isEqualTo(Settlement.SETTLED);
    assertThat(check().allowed()).isTrue();
  }

  @Test
  void decider_whenClosed_isDegraded() throws Exception {
    decider.close();
    assertThat(check().degraded()).isTrue();
  }

  @Test
  void open_withNothingToStandIn_isRefused() {
    ServiceSettings settings = ServiceSettings.plaintext(service.address());
    assertThatThrownBy(() -> RemoteDecider.open(settings, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("local: none (expected: a decider, as it stands in)");
  }
}
