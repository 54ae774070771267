package com.throttlex.grpc;

import static com.throttlex.grpc.RemoteLab.USER;
import static com.throttlex.grpc.RemoteLab.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Settlement;
import io.grpc.Context;
import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RemoteSettlementTest {
  private final RemoteLab lab = new RemoteLab();
  private final FakeService service = lab.service;

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  void settlement_isWhatTheServiceSays() throws Exception {
    assertThat(get(lab.decider.settleAsync("r", 3))).isEqualTo(Settlement.SETTLED);
    assertThat(service.settlements)
        .containsExactly(SettleRequest.newBuilder().setReservation("r").setCost(3).build());
    service.settlement = SettleResponse.getDefaultInstance();
    assertThat(get(lab.decider.settleAsync("r", 3))).isEqualTo(Settlement.ALREADY_SETTLED);
    service.settlement = Status.NOT_FOUND;
    assertThat(get(lab.decider.settleAsync("r", 3))).isEqualTo(Settlement.UNKNOWN);
    assertThat(lab.decider.degraded()).isFalse();
    service.settlement = Status.INVALID_ARGUMENT.withDescription("cost");
    assertThatThrownBy(() -> get(lab.decider.settleAsync("r", -1)))
        .hasCauseInstanceOf(InvalidRequestException.class);
    service.settlement = Status.UNAVAILABLE;
    assertThatThrownBy(() -> get(lab.decider.settleAsync("r", 3)))
        .hasMessageContaining("UNAVAILABLE");
    assertThat(lab.decider.degraded()).isTrue();
  }

  @Test
  void release_leavesCharges_alsoInACallThatIsCancelled() throws Exception {
    service.answer = slot("r-1");
    Decision held = lab.check(USER);
    Context.CancellableContext cancelled = Context.current().withCancellation();
    cancelled.cancel(null);
    get(cancelled.call(() -> lab.decider.release(held)));
    assertThat(service.settlements)
        .containsExactly(
            SettleRequest.newBuilder()
                .setReservation("r-1")
                .setAsCharged(true)
                .setOutcome("unknown")
                .build());
    service.answer = FakeService.PASSED;
    get(lab.decider.release(lab.check(USER)));
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
  void reservation_madeLocally_isSettledLocallyEvenWhenTheServiceIsBack() throws Exception {
    RequestContext slow = RequestContext.builder().endpoint("/slow").build();
    service.answer = Status.UNAVAILABLE;
    Decision held = get(lab.decider.checkAsync(slow));
    assertThat(held.allowed()).isTrue();
    assertThat(get(lab.decider.checkAsync(slow)).allowed()).isFalse();
    service.answer = FakeService.PASSED;
    lab.check(USER);

    get(lab.decider.release(held));
    service.answer = Status.UNAVAILABLE;
    Decision again = get(lab.decider.checkAsync(slow));
    assertThat(again.allowed()).isTrue();
    assertThat(get(lab.decider.settleAsync(again.reservation(), 0))).isEqualTo(Settlement.SETTLED);
    assertThat(get(lab.decider.settleAsync(again.reservation(), 0)))
        .isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(get(lab.decider.settleAsync("local:nobody", 0))).isEqualTo(Settlement.UNKNOWN);
    assertThat(service.settlements).isEmpty();
  }

  @Test
  void chargeReservedLocally_isGivenBackLocally() throws Exception {
    service.answer = Status.UNAVAILABLE;
    Decision reserved = get(lab.decider.checkAsync(USER.toBuilder().cost(2).reserve(true).build()));
    assertThat(lab.check(USER).allowed()).isFalse();
    assertThat(get(lab.decider.settleAsync(reserved.reservation(), 1)))
        .isEqualTo(Settlement.SETTLED);
    assertThat(lab.check(USER).allowed()).isTrue();
  }
}
