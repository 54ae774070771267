package com.throttlex.server.grpc;

import static com.throttlex.server.grpc.GrpcLab.RATE_LIMITER;
import static com.throttlex.server.grpc.GrpcLab.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.protocol.v1.CheckBatch;
import com.throttlex.protocol.v1.CheckBatchResponse;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.Dimension;
import com.throttlex.protocol.v1.LimitStatus;
import com.throttlex.protocol.v1.QuotaRequest;
import com.throttlex.protocol.v1.QuotaResponse;
import com.throttlex.rule.RuleBook;
import io.grpc.Status.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks, batches and quotas of throttlex.v1 as a client sees them. */
class RateLimiterDoorTest {
  private static final long START = GrpcLab.START.getEpochSecond();

  private final GrpcLab lab =
      GrpcLab.of(
          RuleBook.of(
              GrpcLab.fixed("per-user", "10/1m", "user").cost(2).build(),
              GrpcLab.fixed("per-ip", "5/1h", "ip").build(),
              GrpcLab.fixed("per-key", "3/1h", "api-key").build()));

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
          .isEqualTo(Map.of("per-user", 8L, "per-ip", 4L));
    }
  }

  @Test
  void quota_ofAnInvalidSubject_isAnError() {
    QuotaRequest request = QuotaRequest.newBuilder().setIp("nowhere").build();
    assertStatus(
        lab.statusOf(RATE_LIMITER + "GetRemainingQuota", request), Code.INVALID_ARGUMENT, "ip:");
  }
}
