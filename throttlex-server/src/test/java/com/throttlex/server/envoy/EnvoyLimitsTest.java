package com.throttlex.server.envoy;

import static com.throttlex.server.envoy.EnvoyLab.DOMAIN;
import static com.throttlex.server.envoy.EnvoyLab.entries;
import static com.throttlex.server.envoy.EnvoyLab.hits;
import static com.throttlex.server.envoy.EnvoyLab.perValue;
import static com.throttlex.server.envoy.EnvoyLab.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.Duration;
import com.google.protobuf.Value;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.protocol.envoy.HeaderValue;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit.Unit;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers to a single descriptor. */
class EnvoyLimitsTest {
  private final EnvoyLab lab = EnvoyLab.of(perValue("tenant", "3/1m").build());

  @Test
  void status_showsTheLimitAndTheRemaining() {
    assertThat(lab.decide(entries("tenant", "a")).getStatusesList())
        .containsExactly(
            DescriptorStatus.newBuilder()
                .setCode(Code.OK)
                .setCurrentLimit(
                    RateLimit.newBuilder()
                        .setRequestsPerUnit(3)
                        .setUnit(Unit.MINUTE)
                        .setName("per-tenant"))
                .setLimitRemaining(2)
                .setDurationUntilReset(Duration.newBuilder().setSeconds(50))
                .build());
  }

  @Test
  void descriptor_overItsLimit_isDeniedUntilTheReset() {
    for (int i = 0; i < 3; i++) {
      assertThat(lab.code(entries("tenant", "a"))).isEqualTo(Code.OK);
    }
    RateLimitResponse denied = lab.decide(entries("tenant", "a"));
    assertThat(denied.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(denied.getStatuses(0).getCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(denied.getStatuses(0).getLimitRemaining()).isZero();
    assertThat(lab.code(entries("tenant", "b"))).isEqualTo(Code.OK);
    lab.time.advance(java.time.Duration.ofSeconds(50));
    assertThat(lab.code(entries("tenant", "a"))).isEqualTo(Code.OK);
  }

  @Test
  void headers_ofADenial_showLimitAndRetryAfter() {
    lab.decide(hits(entries("tenant", "a"), 3));
    assertThat(lab.decide(entries("tenant", "a")).getResponseHeadersToAddList())
        .extracting(HeaderValue::getKey, HeaderValue::getValue)
        .contains(
            tuple("X-RateLimit-Limit", "3"),
            tuple("X-RateLimit-Remaining", "0"),
            tuple("RateLimit", "\"per-tenant\";r=0;t=50"),
            tuple("Retry-After", "50"));
  }

  @Test
  void descriptor_withoutAMatchingRule_isAllowedEvenIfTheFallbackDenies() {
    EnvoyLab strict =
        EnvoyLab.of(
            RuleBook.of(List.of(), Fallback.DENY, List.of(perValue("tenant", "3/1m").build())));
    RateLimitResponse expected =
        RateLimitResponse.newBuilder()
            .setOverallCode(Code.OK)
            .addStatuses(DescriptorStatus.newBuilder().setCode(Code.OK))
            .build();
    assertThat(strict.decide(entries("other", "a"))).isEqualTo(expected);
    assertThat(strict.decide(entries("tenant", "a", "more", "b"))).isEqualTo(expected);
    assertThat(strict.decide(RateLimitDescriptor.newBuilder())).isEqualTo(expected);
    RateLimitRequest unknown =
        request(entries("tenant", "a")).toBuilder().setDomain("unheard-of").build();
    assertThat(strict.decide(unknown)).isEqualTo(expected);
  }

  @Test
  void hits_areThoseOfTheDescriptorThenTheRequestThenOne() {
    RateLimitRequest.Builder request = request(entries("tenant", "a")).toBuilder();
    lab.decide(request.setHitsAddend(0).build());
    assertThat(lab.left(entries("tenant", "a"))).isEqualTo(2);
    lab.decide(request.setHitsAddend(2).build());
    assertThat(lab.left(entries("tenant", "a"))).isZero();
    lab.decide(request(hits(entries("tenant", "b"), 1)).toBuilder().setHitsAddend(3).build());
    assertThat(lab.left(entries("tenant", "b"))).isEqualTo(2);
  }

  @Test
  void hits_ofTheLargestNumber_areNotReadAsNegative() {
    RateLimitRequest.Builder request = request(entries("tenant", "a")).toBuilder();
    assertThat(lab.decide(request.setHitsAddend(-1).build()).getOverallCode())
        .isEqualTo(Code.OVER_LIMIT);
  }

  @Test
  void hits_ofZero_chargeNothing() {
    assertThat(lab.left(entries("tenant", "a"))).isEqualTo(3);
    assertThat(lab.left(entries("tenant", "a"))).isEqualTo(3);
  }

  @Test
  void hits_markedNegative_areIgnoredAndNeverRefund() {
    lab.decide(hits(entries("tenant", "a"), 3));
    RateLimitDescriptor.Builder refund = hits(entries("tenant", "a"), 2).setIsNegativeHits(true);
    assertThat(lab.code(refund)).isEqualTo(Code.OK);
    assertThat(lab.left(entries("tenant", "a"))).isZero();
    assertThat(lab.code(entries("tenant", "a"))).isEqualTo(Code.OVER_LIMIT);
  }

  @Test
  void request_malformed_isRefused() {
    assertInvalid(RateLimitRequest.getDefaultInstance(), "domain: \"\"");
    assertInvalid(RateLimitRequest.newBuilder().setDomain(DOMAIN).build(), "descriptors: 0");
    assertInvalid(request(entries("", "v")), "attribute name");
    String[] entries = new String[128];
    Arrays.fill(entries, "k");
    assertInvalid(request(entries(entries)), "entries: 64 (expected: at most 63)");
    RateLimitDescriptor.Builder[] many = new RateLimitDescriptor.Builder[101];
    Arrays.fill(many, entries("k", "v"));
    assertInvalid(request(many), "descriptors: 101 (expected: 1 to 100)");
  }

  private void assertInvalid(RateLimitRequest request, String text) {
    assertThatThrownBy(() -> lab.limits.decide(request))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(text);
  }

  @Test
  void descriptorValue_tooLongOrInvalid_isOverLimitAndNoError() {
    String tooLong = "v".repeat(1025);
    assertThat(lab.code(entries("k", tooLong))).isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.code(entries("tenant", "a"), entries("k", tooLong))).isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.code(entries("user_id", "a\0b"))).isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.left(entries("tenant", "a"))).isEqualTo(3);
  }

  @Test
  void hits_moreThanAnythingCanCost_areOverLimitAndNoError() {
    for (long hits : new long[] {-1, 1_000_000_000_000_001L, Long.MAX_VALUE}) {
      assertThat(lab.code(hits(entries("tenant", "a"), hits))).isEqualTo(Code.OVER_LIMIT);
    }
    assertThat(lab.left(entries("tenant", "a"))).isEqualTo(3);
  }

  @Test
  void request_thatHasToBeDelayed_isAnsweredAfterTheDelay() {
    EnvoyLab delaying =
        EnvoyLab.of(
            Rule.builder("slow")
                .key("global")
                .limits(
                    Rule.EVERY_TIER,
                    List.of(new Rate(10, Period.of(java.time.Duration.ofSeconds(1)), 1)))
                .onExceed(OnExceed.delay(java.time.Duration.ofMillis(500)))
                .build());
    assertThat(delaying.code(entries("a", "x"))).isEqualTo(Code.OK);
    long start = System.nanoTime();
    assertThat(delaying.ask(request(entries("a", "x"))).join().getOverallCode()).isEqualTo(Code.OK);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(100_000_000L);
  }

  @Test
  void path_ambiguousWhereRulesMatchPaths_isOverLimit() {
    EnvoyLab byPath =
        EnvoyLab.of(Rule.builder("api").endpoint("/api/**").key("global").limits("9/1h").build());
    assertThat(byPath.code(entries("path", "/api/a?b=%2F"))).isEqualTo(Code.OK);
    assertThat(byPath.code(entries("path", "/api/a%2Fb"))).isEqualTo(Code.OVER_LIMIT);
    assertThat(byPath.code(entries("path", "/x/%2e%2e%2fapi/a"))).isEqualTo(Code.OVER_LIMIT);
    assertThat(byPath.left(entries("path", "/api/a"))).isEqualTo(8);
    assertThat(lab.code(entries("path", "/api/a%2Fb"))).isEqualTo(Code.OK);
  }

  @Test
  void request_withOneBadDescriptor_chargesNothing() {
    assertInvalid(request(entries("tenant", "a"), entries("", "v")), "attribute name");
    assertThat(lab.left(entries("tenant", "a"))).isEqualTo(3);
  }

  @Test
  void rule_inShadowMode_neverDenies() {
    EnvoyLab shadow = EnvoyLab.of(perValue("tenant", "1/1m").mode(Mode.SHADOW).build());
    assertThat(shadow.code(entries("tenant", "a"))).isEqualTo(Code.OK);
    assertThat(shadow.decide(entries("tenant", "a")).getStatuses(0).getCode()).isEqualTo(Code.OK);
  }

  @Test
  void limit_ofTheLargestNumber_isUnlimited() {
    EnvoyLab free = EnvoyLab.of(perValue("tenant", "4294967295/1m").build());
    RateLimitResponse expected =
        RateLimitResponse.newBuilder()
            .setOverallCode(Code.OK)
            .addStatuses(DescriptorStatus.newBuilder().setCode(Code.OK).setLimitRemaining(-1))
            .build();
    assertThat(free.decide(entries("tenant", "a"))).isEqualTo(expected);
    assertThat(free.decide(hits(entries("tenant", "a"), 5_000_000_000L))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "7/1s, SECOND",
    "7/1m, MINUTE",
    "7/60s, MINUTE",
    "7/1h, HOUR",
    "7/1d, DAY",
    "7/7d, WEEK",
    "7/30d, MONTH",
    "7/365d, YEAR",
    "7/day, DAY",
    "7/week, WEEK",
    "7/month, MONTH",
    "7/2h, UNKNOWN",
    "7/250ms, UNKNOWN",
    "7/2d, UNKNOWN"
  })
  void period_isShownAsAUnitOrAsUnknown(String limit, Unit unit) {
    RateLimit told =
        EnvoyLab.of(perValue("tenant", limit).build())
            .decide(entries("tenant", "a"))
            .getStatuses(0)
            .getCurrentLimit();
    assertThat(told.getUnit()).isEqualTo(unit);
    assertThat(told.getRequestsPerUnit()).isEqualTo(7);
  }

  @Test
  void concurrencySlots_areNamedInTheMetadataAndCanBeSettled() {
    EnvoyLab slots =
        EnvoyLab.of(perValue("tenant", "1/1m").algorithm(Algorithm.CONCURRENCY).build());
    RateLimitResponse held = slots.decide(entries("tenant", "a"), entries("tenant", "b"));
    List<Value> names =
        held.getDynamicMetadata()
            .getFieldsOrThrow("throttlex.reservations")
            .getListValue()
            .getValuesList();
    assertThat(names).hasSize(2);
    assertThat(slots.code(entries("tenant", "a"))).isEqualTo(Code.OVER_LIMIT);
    slots.throttlex.settle(names.get(0).getStringValue(), 1);
    assertThat(slots.code(entries("tenant", "a"))).isEqualTo(Code.OK);
    assertThat(slots.code(entries("tenant", "b"))).isEqualTo(Code.OVER_LIMIT);
  }

  @Test
  void answer_withoutSlots_hasNoMetadata() {
    assertThat(lab.decide(entries("tenant", "a"), entries("tenant", "b")).hasDynamicMetadata())
        .isFalse();
  }

  @Test
  void decide_whenTheStoreFails_completesExceptionally() {
    lab.store.failAfter(0);
    assertThat(lab.ask(request(entries("tenant", "a")))).isCompletedExceptionally();
  }
}
