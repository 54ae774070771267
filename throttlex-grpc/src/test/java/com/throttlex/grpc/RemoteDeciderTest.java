package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.store.FailureMode;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemoteDeciderTest {
  private static final RequestContext USER = RemoteLab.USER;

  private final RemoteLab lab = new RemoteLab();
  private final FakeService service = lab.service;

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void question_ofAFullRequest_carriesEveryField() throws Exception {
    lab.check(
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
            .build());
    assertThat(service.checks)
        .containsExactly(
            CheckRequest.newBuilder()
                .setTimestamp(RemoteLab.START.toEpochMilli())
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
  void question_withoutCost_sendsNoneButZeroIsSent() throws Exception {
    lab.check(USER);
    lab.check(USER.toBuilder().cost(0).build());
    assertThat(service.checks.get(0).hasCost()).isFalse();
    assertThat(service.checks.get(1).hasCost()).isTrue();
  }

  @Test
  void answer_isNotDegraded() throws Exception {
    Decision decision = lab.check(USER);
    assertThat(decision.allowed()).isTrue();
    assertThat(decision.rule()).isNull();
    assertThat(decision.degraded()).isFalse();
    assertThat(lab.decider.problem()).isEmpty();
  }

  @Test
  void request_whenTheServiceFails_isDecidedLocally() throws Exception {
    service.answer = Status.UNAVAILABLE.withDescription("no store");
    List<Boolean> allowed = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Decision decision = lab.check(USER);
      allowed.add(decision.allowed());
      assertThat(decision.degraded()).isTrue();
      assertThat(decision.rule()).isEqualTo("own");
    }
    assertThat(allowed).containsExactly(true, true, false, false);
    assertThat(service.checks).hasSize(4);
    assertThat(lab.decider.degraded()).isTrue();
    assertThat(lab.decider.problem())
        .isEqualTo(
            "the service at " + service.address() + " does not answer: UNAVAILABLE, no store");

    service.answer = FakeService.PASSED;
    assertThat(lab.check(USER).degraded()).isFalse();
    assertThat(lab.decider.problem()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLOW", "DENY"})
  void request_whenTheServiceFails_isAnsweredAsTheModeSays(FailureMode mode) throws Exception {
    lab.open(RemoteLab.PATIENT, mode);
    service.answer = Status.INTERNAL;
    Decision decision = lab.check(USER);
    assertThat(decision.allowed()).isEqualTo(mode == FailureMode.ALLOW);
    assertThat(decision.degraded()).isTrue();
    assertThat(decision.rule()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void malformedRequest_isTheCallersError_whateverTheMode(FailureMode mode) throws Exception {
    lab.open(RemoteLab.PATIENT, mode);
    service.answer = Status.INVALID_ARGUMENT.withDescription("cost: -1 (expected: more)");
    assertThat(lab.decider.checkAsync(USER).toCompletableFuture())
        .failsWithin(30, TimeUnit.SECONDS)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .havingCause()
        .isInstanceOf(InvalidRequestException.class)
        .withMessage("cost: -1 (expected: more)");
    assertThat(lab.decider.degraded()).isFalse();
  }

  @Test
  void service_thatKeepsSilent_isAskedOnceASecond() throws Exception {
    lab.check(USER);
    lab.open(Duration.ofSeconds(1), FailureMode.LOCAL);
    Await.until("the first answer", () -> !probe().degraded());
    service.checks.clear();

    service.answer = null;
    assertThat(lab.check(USER).degraded()).isTrue();
    assertThat(lab.decider.problem()).contains("DEADLINE_EXCEEDED");
    for (int i = 0; i < 100; i++) {
      assertThat(lab.decider.checkAsync(USER).toCompletableFuture()).isDone();
    }
    assertThat(service.checks).hasSize(1);

    lab.time.advance(Duration.ofSeconds(1));
    CompletableFuture<Decision> probe = lab.decider.checkAsync(USER).toCompletableFuture();
    for (int i = 0; i < 100; i++) {
      assertThat(lab.decider.checkAsync(USER).toCompletableFuture()).isDone();
    }
    assertThat(RemoteLab.get(probe).degraded()).isTrue();
    assertThat(service.checks).hasSize(2);

    service.answer = FakeService.PASSED;
    assertThat(lab.check(USER).degraded()).isTrue();
    lab.time.advance(Duration.ofSeconds(1));
    assertThat(lab.check(USER).degraded()).isFalse();
    assertThat(lab.check(USER).degraded()).isFalse();
    assertThat(service.checks).hasSize(4);
  }

  /** Asks after a pause, so that a slow beginning does not matter. */
  private Decision probe() throws Exception {
    lab.time.advance(Duration.ofSeconds(3));
    return lab.check(USER);
  }

  @Test
  void check_whileServiceIsCutOff_isDegradedWithoutDelayAndRecoversAfterwards() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(service.port());
        RemoteDecider far =
            RemoteDecider.open(
                ServiceSettings.plaintext("127.0.0.1:" + proxy.port())
                    .withDeadline(Duration.ofSeconds(5)),
                lab.local)) {
      assertThat(RemoteLab.get(far.checkAsync(USER)).degraded()).isFalse();
      for (int round = 0; round < 2; round++) {
        proxy.cut();
        Await.until("a degraded answer", () -> RemoteLab.get(far.checkAsync(USER)).degraded());
        long before = System.nanoTime();
        for (int i = 0; i < 50; i++) {
          assertThat(RemoteLab.get(far.checkAsync(USER)).degraded()).isTrue();
        }
        // Each would have waited for the deadline, 250 s in all.
        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(60));
        assertThat(far.problem()).contains("UNAVAILABLE");
        proxy.pass();
        Await.until(
            "an answer of the service", () -> !RemoteLab.get(far.checkAsync(USER)).degraded());
        assertThat(far.degraded()).isFalse();
      }
    }
  }

  @Test
  void decider_whenClosed_isDegraded() throws Exception {
    lab.decider.close();
    assertThat(lab.check(USER).degraded()).isTrue();
  }

  @Test
  void open_withNothingToStandIn_isRefused() {
    ServiceSettings settings = ServiceSettings.plaintext(service.address());
    assertThatThrownBy(() -> RemoteDecider.open(settings, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("local: none (expected: a decider, because on-failure is local)");
  }
}
