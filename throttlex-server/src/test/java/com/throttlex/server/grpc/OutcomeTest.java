package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.Signal;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import io.grpc.Status.Code;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The outcomes that clients report. */
class OutcomeTest {
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              Rule.builder("slots")
                  .key("global")
                  .limits("10/1m")
                  .algorithm(Algorithm.CONCURRENCY)
                  .adaptive(new Adaptive(1, 20, List.of("db")))
                  .build()));

  @AfterEach
  void close() {
    lab.close();
  }

  private SettleRequest.Builder held() {
    return SettleRequest.newBuilder()
        .setReservation(lab.check(CheckRequest.newBuilder().setService("db")).getReservation())
        .setCost(1);
  }

  private void settle(String outcome) {
    SettleRequest request = held().setOutcome(outcome).build();
    assertThat(
            lab.call(RATE_LIMITER + "Settle", request, SettleResponse.getDefaultInstance())
                .getSettled())
        .isTrue();
  }

  @Test
  void outcome_isHeldForTheHealthOfTheService() {
    settle("");
    settle("success");
    settle("failure");
    settle("dropped");
    lab.throttlex.adaptive().tick(lab.throttlex.nanos() + TimeUnit.SECONDS.toNanos(2));
    assertThat(lab.throttlex.adaptive().status().sources().get("db").values())
        .containsEntry(Signal.ERROR_RATE, 0.5);
  }

  @Test
  void outcome_thatIsNone_isRefusedAndSettlesNothing() {
    SettleRequest.Builder request = held();
    GrpcLab.assertStatus(
        lab.statusOf(RATE_LIMITER + "Settle", request.setOutcome("Failure").build()),
        Code.INVALID_ARGUMENT,
        "outcome: \"Failure\" (expected: success, failure, dropped or unknown)");
    SettleResponse settled =
        lab.call(
            RATE_LIMITER + "Settle",
            request.setOutcome("failure").build(),
            SettleResponse.getDefaultInstance());
    assertThat(settled.getSettled()).isTrue();
  }
}
