package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static com.throttlex.server.grpc.GrpcLab.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.Dimension;
import com.throttlex.protocol.v1.ResetRequest;
import com.throttlex.protocol.v1.ResetResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.AccessLab;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The methods of throttlex.v1 that change what was charged. */
class ResetAndSettleTest {
  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              GrpcLab.fixed("per-user", "10/1m", "user").cost(2).build(),
              Rule.builder("slots")
                  .endpoint("/slow")
                  .key("service")
                  .limits("1/1m")
                  .algorithm(Algorithm.CONCURRENCY)
                  .build()));

  @AfterEach
  void close() {
    lab.close();
  }

  private static CheckRequest.Builder user(String user) {
    return CheckRequest.newBuilder().setUser(user);
  }

  private ResetResponse reset(@Nullable String token, ResetRequest request) {
    return lab.callAs(
        token, RATE_LIMITER + "ResetLimit", request, ResetResponse.getDefaultInstance());
  }

  @Test
  void reset_forgetsTheCountersOfTheSubjectOnly() {
    lab.check(user("u").setCost(10));
    lab.check(user("other"));
    ResetRequest request =
        ResetRequest.newBuilder().setIdentifier("u").setDimension(Dimension.USER).build();
    ResetResponse first = reset(AccessLab.EDITOR, request);
    ResetResponse second = reset(AccessLab.EDITOR, request);
    assertThat(first.getReset()).isTrue();
    assertThat(first.getKeysList()).containsExactly("per-user|user=u");
    assertThat(second).isEqualTo(ResetResponse.getDefaultInstance());
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(10);
    assertThat(lab.check(user("other").setCost(0)).getRemaining()).isEqualTo(8);
  }

  @Test
  void reset_isInTheAuditTrailWithItsAdministrator() {
    lab.check(user("u").setCost(10));
    reset(AccessLab.EDITOR, ResetRequest.newBuilder().setUser("u").build());

    assertThat(lab.trail)
        .extracting(AuditEntry::actor, AuditEntry::action, AuditEntry::target, AuditEntry::user)
        .containsExactly(tuple("ed", "key-reset", "per-user|user=u", "u"));
  }

  @Test
  void reset_withoutAnEditorsCredential_isRefusedAndResetsNothing() {
    lab.check(user("u").setCost(10));
    ResetRequest request = ResetRequest.newBuilder().setUser("u").build();
    Map<String, Code> expected =
        Map.of(
            "",
            Code.UNAUTHENTICATED,
            "wrong-token-0123456789",
            Code.UNAUTHENTICATED,
            AccessLab.VIEWER,
            Code.PERMISSION_DENIED);
    expected.forEach(
        (token, code) ->
            assertThatThrownBy(() -> reset(token.isEmpty() ? null : token, request))
                .isInstanceOfSatisfying(
                    StatusRuntimeException.class,
                    e -> assertThat(e.getStatus().getCode()).isEqualTo(code)));

    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isZero();
    assertThat(lab.trail).isEmpty();
  }

  @Test
  void settle_correctsAReservationOnce() {
    String reservation = lab.check(user("u").setCost(6).setReserve(true)).getReservation();
    assertThat(reservation).isNotEmpty();
    SettleRequest request =
        SettleRequest.newBuilder().setReservation(reservation).setCost(1).build();
    assertThat(settle(request).getSettled()).isTrue();
    assertThat(settle(request).getSettled()).isFalse();
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(9);
  }

  private SettleResponse settle(SettleRequest request) {
    return lab.call(RATE_LIMITER + "Settle", request, SettleResponse.getDefaultInstance());
  }

  @Test
  void settle_freesAConcurrencySlot() {
    CheckRequest.Builder slow = CheckRequest.newBuilder().setService("s").setEndpoint("/slow");
    CheckResponse held = lab.check(slow);
    assertThat(lab.check(slow).getAllowed()).isFalse();
    settle(SettleRequest.newBuilder().setReservation(held.getReservation()).build());
    assertThat(lab.check(slow).getAllowed()).isTrue();
  }

  @Test
  void settle_withWrongInput_isAnError() {
    SettleRequest.Builder request = SettleRequest.newBuilder();
    String settle = RATE_LIMITER + "Settle";
    assertStatus(lab.statusOf(settle, request.build()), Code.INVALID_ARGUMENT, "reservation");
    assertStatus(
        lab.statusOf(settle, request.setReservation("r").build()), Code.NOT_FOUND, "reservation");
    assertStatus(
        lab.statusOf(settle, request.setCost(-1).build()), Code.INVALID_ARGUMENT, "cost: -1");
  }
}
