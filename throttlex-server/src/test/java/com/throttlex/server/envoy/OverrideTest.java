package com.throttlex.server.envoy;

import static com.throttlex.server.envoy.EnvoyLab.entries;
import static com.throttlex.server.envoy.EnvoyLab.hits;
import static com.throttlex.server.envoy.EnvoyLab.limited;
import static com.throttlex.server.envoy.EnvoyLab.perValue;
import static com.throttlex.server.envoy.EnvoyLab.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Duration;
import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit.Unit;
import com.throttlex.protocol.envoy.RateLimitUnit;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.rule.Mode;
import com.throttlex.rule.RuleBook;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits that descriptors bring themselves. */
class OverrideTest {
  private final EnvoyLab lab = EnvoyLab.of(perValue("a", "1/1m").mode(Mode.SHADOW).build());

  @Test
  void descriptorLimit_overAShadowRule_isEnforced() {
    assertThat(lab.decide(limited(entries("a", "x"), 2, RateLimitUnit.HOUR)).getStatusesList())
        .containsExactly(
            DescriptorStatus.newBuilder()
                .setCode(Code.OK)
                .setCurrentLimit(RateLimit.newBuilder().setRequestsPerUnit(2).setUnit(Unit.HOUR))
                .setLimitRemaining(1)
                .setDurationUntilReset(Duration.newBuilder().setSeconds(3590))
                .build());
    assertThat(lab.code(limited(entries("a", "x"), 2, RateLimitUnit.HOUR))).isEqualTo(Code.OK);
    assertThat(lab.code(limited(entries("a", "x"), 2, RateLimitUnit.HOUR)))
        .isEqualTo(Code.OVER_LIMIT);
    lab.time.advance(java.time.Duration.ofSeconds(3590));
    assertThat(lab.code(limited(entries("a", "x"), 2, RateLimitUnit.HOUR))).isEqualTo(Code.OK);
  }

  @Test
  void descriptorValue_tooLongOrInvalid_isOverLimitAndNoError() {
    for (String value : new String[] {"v".repeat(1025), "a\0b"}) {
      assertThat(lab.code(limited(entries("user_id", value), 9, RateLimitUnit.HOUR)))
          .isEqualTo(Code.OVER_LIMIT);
    }
    assertThat(lab.code(hits(limited(entries("a", "x"), 9, RateLimitUnit.HOUR), -1)))
        .isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.code(limited(entries("a", "x"), 1, RateLimitUnit.HOUR))).isEqualTo(Code.OK);
  }

  @Test
  void descriptorLimit_inADomainWithoutRules_isIgnored() {
    EnvoyLab empty = EnvoyLab.of(RuleBook.EMPTY);
    for (int i = 0; i < 3; i++) {
      DescriptorStatus status =
          empty.decide(limited(entries("a", "x"), 1, RateLimitUnit.HOUR)).getStatuses(0);
      assertThat(status).isEqualTo(DescriptorStatus.newBuilder().setCode(Code.OK).build());
    }
    empty.throttlex.rules(RuleBook.of(perValue("b", "1/1m").build()));
    assertThat(empty.code(limited(entries("a", "x"), 1, RateLimitUnit.HOUR))).isEqualTo(Code.OK);
    assertThat(empty.code(limited(entries("a", "x"), 1, RateLimitUnit.HOUR)))
        .isEqualTo(Code.OVER_LIMIT);
  }

  @Test
  void descriptorLimit_ofZero_isAlwaysOverLimit() {
    DescriptorStatus status =
        lab.decide(limited(entries("a", "x"), 0, RateLimitUnit.MINUTE)).getStatuses(0);
    assertThat(status.getCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(status.getCurrentLimit().getUnit()).isEqualTo(Unit.MINUTE);
    assertThat(status.getDurationUntilReset().getSeconds()).isEqualTo(50);
  }

  @Test
  void descriptorLimit_ofTheLargestNumber_isUnlimited() {
    for (int i = 0; i < 2; i++) {
      DescriptorStatus status =
          lab.decide(hits(limited(entries("a", "x"), -1, RateLimitUnit.SECOND), 5_000_000_000L))
              .getStatuses(0);
      assertThat(status)
          .isEqualTo(DescriptorStatus.newBuilder().setCode(Code.OK).setLimitRemaining(-1).build());
    }
  }

  @Test
  void descriptorLimit_aboveTheMaximum_isTheMaximum() {
    assertThat(lab.code(hits(limited(entries("a", "x"), -2, RateLimitUnit.SECOND), 1_000_000_000)))
        .isEqualTo(Code.OK);
    assertThat(lab.code(limited(entries("a", "x"), -2, RateLimitUnit.SECOND)))
        .isEqualTo(Code.OVER_LIMIT);
  }

  @Test
  void descriptorLimit_withoutAUnit_isRefused() {
    assertThatThrownBy(
            () -> lab.limits.decide(request(limited(entries("a", "x"), 1, RateLimitUnit.UNKNOWN))))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("limit.unit: UNKNOWN");
  }

  @ParameterizedTest
  @CsvSource({
    "SECOND, 1",
    "MINUTE, 60",
    "HOUR, 3600",
    "DAY, 86400",
    "MONTH, 2592000",
    "YEAR, 31536000"
  })
  void units_haveTheLengthsOfTheReferenceServer(RateLimitUnit unit, long seconds) {
    DescriptorStatus status = lab.decide(limited(entries("a", "x"), 5, unit)).getStatuses(0);
    long now = lab.time.nanos() / 1_000_000_000L;
    assertThat(status.getDurationUntilReset().getSeconds()).isEqualTo(seconds - now % seconds);
    assertThat(status.getCurrentLimit().getUnitValue()).isEqualTo(unit.getNumber());
  }

  @Test
  void count_isKeptWhenTheAmountChangesAndSeparateByUnit() {
    lab.decide(hits(limited(entries("a", "x"), 5, RateLimitUnit.HOUR), 4));
    assertThat(lab.left(limited(entries("a", "x"), 9, RateLimitUnit.HOUR))).isEqualTo(5);
    assertThat(lab.left(limited(entries("a", "x"), 9, RateLimitUnit.DAY))).isEqualTo(9);
    assertThat(lab.left(limited(entries("a", "x"), 9, RateLimitUnit.HOUR))).isEqualTo(5);
  }

  @Test
  void hits_markedNegative_areIgnored() {
    lab.decide(hits(limited(entries("a", "x"), 2, RateLimitUnit.HOUR), 2));
    assertThat(
            lab.code(
                hits(limited(entries("a", "x"), 2, RateLimitUnit.HOUR), 2).setIsNegativeHits(true)))
        .isEqualTo(Code.OK);
    assertThat(lab.left(limited(entries("a", "x"), 2, RateLimitUnit.HOUR))).isZero();
  }

  @Test
  void overrideKey_ofDifferentDescriptors_isDifferent() {
    List<OverrideKey> keys =
        List.of(
            key("d", "a", "b"),
            key("d", "a", "b", "c", "d"),
            key("d", "a", "b|c=d"),
            key("d", "a|b", "c"),
            key("d", "c", "d", "a", "b"),
            key("d", "ab", ""),
            key("d", "", "ab"),
            key("d|a=b"),
            key("d"));
    assertThat(keys).extracting(OverrideKey::text).doesNotHaveDuplicates();
    assertThat(keys).extracting(OverrideKey::hi).doesNotHaveDuplicates();
    assertThat(keys).extracting(OverrideKey::text).allMatch(text -> text.startsWith("~envoy|"));
    assertThat(key("d", "a", "b").is(key("d", "a", "b"))).isTrue();
    assertThat(key("d", "a", "b").text()).isEqualTo("~envoy|unit=DAY|domain=d|a=b");
  }

  @Test
  void overrideKey_ofEntriesWithSecretNames_hasTheirDigests() {
    OverrideKey key = key("d", "api_key", "ak_1", "a", "b");
    String digest = "sha256:1ec43aa57b577d047b9dde937f873ce5";

    assertThat(key.text()).isEqualTo("~envoy|unit=DAY|domain=d|api_key=" + digest + "|a=b");
    assertThat(key.subject()).isEqualTo(digest);
    assertThat(key.is(key("d", "api_key", "ak_1", "a", "b"))).isTrue();
    assertThat(key.is(key("d", "api_key", "ak_2", "a", "b"))).isFalse();
    assertThat(key.is(key("d", "api_key", digest, "a", "b"))).isFalse();
  }

  private static OverrideKey key(String domain, String... entries) {
    return new OverrideKey(domain, limited(entries(entries), 1, RateLimitUnit.DAY).build());
  }
}
