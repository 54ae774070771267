package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static com.throttlex.server.grpc.GrpcLab.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.protocol.v1.CheckBatch;
import com.throttlex.protocol.v1.CheckBatchResponse;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.Dimension;
import com.throttlex.protocol.v1.LimitStatus;
import com.throttlex.protocol.v1.QuotaRequest;
import com.throttlex.protocol.v1.QuotaResponse;
import com.throttlex.protocol.v1.ResetRequest;
import com.throttlex.protocol.v1.ResetResponse;
import com.throttlex.protocol.v1.SettleRequest;
import com.throttlex.protocol.v1.SettleResponse;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.AccessLab;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The methods of throttlex.v1 as a client sees them. */
class RateLimiterDoorTest {
  private static final long START = StillTime.START.getEpochSecond();

  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              GrpcLab.fixed("per-user", "10/1m", "user").cost(2).build(),
              GrpcLab.fixed("per-ip", "5/1h", "ip").build(),
              GrpcLab.fixed("per-key", "3/1h", "api-key").build(),
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

  private CheckBatchResponse checkAll(CheckBatch batch) {
    return lab.call(
        RATE_LIMITER + "CheckRateLimits", batch, CheckBatchResponse.getDefaultInstance());
  }

  private void assertInvalid(CheckRequest.Builder request, String text) {
    assertStatus(
        lab.statusOf(RATE_LIMITER + "CheckRateLimit", request.build()),
        Code.INVALID_ARGUMENT,
        text);
  }

  private static CheckRequest.Builder user(String user) {
    return CheckRequest.newBuilder().setUser(user);
  }

  private static CheckRequest.Builder by(Dimension dimension, String identifier) {
    return CheckRequest.newBuilder().setDimension(dimension).setIdentifier(identifier);
  }

  @Test
  void check_answersEveryField() {
    assertThat(lab.check(user("u")))
        .isEqualTo(
            CheckResponse.newBuilder()
                .setAllowed(true)
                .setCurrentCount(2)
                .setLimit(10)
                .setRemaining(8)
                .setResetAt(START + 50)
                .setRule("per-user")
                .setState("NORMAL")
                .setAlgorithm("fixed-window")
                .addLimits(
                    LimitStatus.newBuilder()
                        .setRule("per-user")
                        .setLimit(10)
                        .setWindowSeconds(60)
                        .setRemaining(8)
                        .setResetAt(START + 50)
                        .setAlgorithm("fixed-window")
                        .setAmount(10))
                .build());
  }

  @Test
  void check_overTheLimit_isDeniedAndNoError() {
    lab.check(user("u").setCost(9));
    CheckResponse denied = lab.check(user("u"));
    assertThat(denied.getAllowed()).isFalse();
    assertThat(denied.getRemaining()).isEqualTo(1);
    assertThat(denied.getRetryAfter()).isEqualTo(50);
    assertThat(denied.getState()).isEqualTo("THROTTLED");
  }

  @Test
  void check_withoutAMatchingRule_isAllowedWithoutLimit() {
    CheckResponse passed = lab.check(CheckRequest.newBuilder());
    assertThat(passed.getAllowed()).isTrue();
    assertThat(passed.getRule()).isEmpty();
    assertThat(passed.getLimit()).isEqualTo(-1);
    assertThat(passed.getRemaining()).isEqualTo(-1);
    assertThat(passed.getLimitsList()).isEmpty();
  }

  @Test
  void identifier_isReadByItsDimension() {
    assertThat(lab.check(by(Dimension.USER, "a")).getRule()).isEqualTo("per-user");
    assertThat(lab.check(by(Dimension.DIMENSION_UNSPECIFIED, "a")).getRule()).isEqualTo("per-user");
    assertThat(lab.check(by(Dimension.IP, "10.1.2.3")).getRule()).isEqualTo("per-ip");
    assertThat(lab.check(by(Dimension.API_KEY, "a")).getRule()).isEqualTo("per-key");
    assertThat(lab.check(by(Dimension.GLOBAL, "a")).getRule()).isEmpty();
    assertThat(lab.check(by(Dimension.USER, "")).getRule()).isEmpty();
    assertThat(lab.check(user("a").setCost(0)).getCurrentCount()).isEqualTo(4);
  }

  @Test
  void ipv6Addresses_ofOneNetwork_shareACounter() {
    lab.check(by(Dimension.IP, "2001:db8:1:2::7"));
    assertThat(lab.check(CheckRequest.newBuilder().setIp("2001:db8:1:2::8")).getRemaining())
        .isEqualTo(3);
  }

  @Test
  void cost_isChargedAndZeroChargesNothing() {
    assertThat(lab.check(user("u").setCost(3)).getRemaining()).isEqualTo(7);
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(7);
    assertThat(lab.check(user("u")).getRemaining()).isEqualTo(5);
  }

  @Test
  void timestamp_isNeverUsed() {
    assertThat(lab.check(user("u").setTimestamp(1)).getResetAt()).isEqualTo(START + 50);
    assertThat(lab.check(user("u").setTimestamp(Long.MAX_VALUE)).getRemaining()).isEqualTo(6);
    assertThat(lab.check(user("u").setTimestamp(Long.MIN_VALUE)).getRemaining()).isEqualTo(4);
  }

  @Test
  void check_repeatedWithAnIdempotencyKey_chargesOnce() {
    CheckRequest.Builder request = user("u").setIdempotencyKey("once");
    assertThat(lab.check(request)).isEqualTo(lab.check(request));
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(8);
  }

  @Test
  void check_withBadInput_isAnErrorThatNamesIt() {
    assertInvalid(user("u").setCost(-1), "cost: -1");
    assertInvalid(user("u").setIp("10.0.0"), "ip: \"10.0.0\"");
    assertInvalid(user("u").setEndpoint("/a/%2e%2e/../.."), "endpoint");
    assertInvalid(user("u").setPriority("urgent"), "priority: \"urgent\"");
    assertInvalid(user("u").setIdentifier("v"), "identifier");
    assertInvalid(by(Dimension.USER, "u").setDimensionValue(9), "dimension: 9");
    CheckRequest.Builder many = user("u");
    IntStream.range(0, 65).forEach(i -> many.putAttributes("a" + i, "v"));
    assertInvalid(many, "attributes: 65 (expected: at most 64)");
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(10);
  }

  @Test
  void check_withALongProblemText_isStillAnInvalidArgument() {
    CheckRequest.Builder many = user("u");
    IntStream.range(0, 64).forEach(i -> many.putAttributes("ä".repeat(500) + i, "\u0001"));
    assertInvalid(many, "attribute");
  }

  @Test
  void batch_isDecidedInOrder() {
    CheckBatch.Builder batch = CheckBatch.newBuilder();
    IntStream.range(0, 6).forEach(i -> batch.addRequests(user("u")));
    batch.addRequests(user("v"));
    List<Boolean> allowed = new ArrayList<>();
    checkAll(batch.build()).getResponsesList().forEach(each -> allowed.add(each.getAllowed()));
    assertThat(allowed).containsExactly(true, true, true, true, true, false, true);
    assertThat(checkAll(CheckBatch.getDefaultInstance()).getResponsesList()).isEmpty();
  }

  @Test
  void batch_withABadRequest_chargesNothing() {
    CheckBatch batch =
        CheckBatch.newBuilder().addRequests(user("u")).addRequests(user("u").setCost(-5)).build();
    assertStatus(
        lab.statusOf(RATE_LIMITER + "CheckRateLimits", batch),
        Code.INVALID_ARGUMENT,
        "requests[1].cost: -5");
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(10);
  }

  @Test
  void batch_ofMoreThanAThousand_isRefused() {
    CheckBatch.Builder batch = CheckBatch.newBuilder();
    IntStream.range(0, 1000).forEach(i -> batch.addRequests(user("u" + i)));
    assertThat(checkAll(batch.build()).getResponsesList())
        .hasSize(1000)
        .allMatch(CheckResponse::getAllowed);
    assertStatus(
        lab.statusOf(RATE_LIMITER + "CheckRateLimits", batch.addRequests(user("u")).build()),
        Code.INVALID_ARGUMENT,
        "requests: 1001 (expected: at most 1000)");
  }

  @Test
  void quota_listsTheMatchingRulesAndConsumesNothing() {
    lab.check(user("u").setIp("10.0.0.1"));
    QuotaRequest request = QuotaRequest.newBuilder().setUser("u").setIp("10.0.0.1").build();
    for (int i = 0; i < 2; i++) {
      QuotaResponse quota =
          lab.call(RATE_LIMITER + "GetRemainingQuota", request, QuotaResponse.getDefaultInstance());
      assertThat(
              quota.getLimitsList().stream()
                  .collect(Collectors.toMap(LimitStatus::getRule, LimitStatus::getRemaining)))
          .isEqualTo(java.util.Map.of("per-user", 8L, "per-ip", 4L));
    }
  }

  @Test
  void quota_ofAnInvalidSubject_isAnError() {
    QuotaRequest request = QuotaRequest.newBuilder().setIp("nowhere").build();
    assertStatus(
        lab.statusOf(RATE_LIMITER + "GetRemainingQuota", request), Code.INVALID_ARGUMENT, "ip:");
  }

  @Test
  void reset_forgetsTheCountersOfTheSubjectOnly() {
    lab.check(user("u").setCost(10));
    lab.check(user("other"));
    ResetRequest request =
        ResetRequest.newBuilder().setIdentifier("u").setDimension(Dimension.USER).build();
    ResetResponse first =
        lab.callAs(
            AccessLab.EDITOR,
            RATE_LIMITER + "ResetLimit",
            request,
            ResetResponse.getDefaultInstance());
    ResetResponse second =
        lab.callAs(
            AccessLab.EDITOR,
            RATE_LIMITER + "ResetLimit",
            request,
            ResetResponse.getDefaultInstance());
    assertThat(first.getReset()).isTrue();
    assertThat(first.getKeysList()).containsExactly("per-user|user=u");
    assertThat(second).isEqualTo(ResetResponse.getDefaultInstance());
    assertThat(lab.check(user("u").setCost(0)).getRemaining()).isEqualTo(10);
    assertThat(lab.check(user("other").setCost(0)).getRemaining()).isEqualTo(8);
  }

  @Test
  void reset_isInTheAuditTrailWithItsAdministrator() {
    lab.check(user("u").setCost(10));
    lab.callAs(
        AccessLab.EDITOR,
        RATE_LIMITER + "ResetLimit",
        ResetRequest.newBuilder().setUser("u").build(),
        ResetResponse.getDefaultInstance());

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
            assertThatThrownBy(
                    () ->
                        lab.callAs(
                            token.isEmpty() ? null : token,
                            RATE_LIMITER + "ResetLimit",
                            request,
                            ResetResponse.getDefaultInstance()))
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
