package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse.BucketAction;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.protocol.envoy.RateLimitStrategy.BlanketRule;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bounds of the quota service, and what it sends, without a network. */
class QuotasTest {
  private static final int ID_BYTES = id("u0").getSerializedSize();

  /** A proxy that keeps what it is sent. */
  private static final class Kept implements QuotaProxy.Sink {
    private final List<BucketAction> actions = new ArrayList<>();
    private boolean ready = true;
    private boolean gone;

    @Override
    public boolean isReady() {
      return ready;
    }

    @Override
    public void send(RateLimitQuotaResponse message) {
      actions.addAll(message.getBucketActionList());
    }

    @Override
    public void reset() {
      gone = true;
    }

    private boolean isDenied(BucketId id) {
      BucketAction last =
          actions.stream()
              .filter(action -> action.getBucketId().equals(id))
              .reduce((one, next) -> next)
              .orElseThrow();
      var strategy = last.getQuotaAssignmentAction().getRateLimitStrategy();
      return strategy.hasBlanketRule() && strategy.getBlanketRule() == BlanketRule.DENY_ALL;
    }
  }

  private final ManualClock clock = new ManualClock();
  private final ThrottleX throttlex =
      ThrottleX.of(RuleBook.of(rule("1000/1m")), new MemoryStore(), clock);
  private final Kept sink = new Kept();

  @AfterEach
  void close() {
    throttlex.close();
  }

  private static Rule rule(String limits) {
    return Rule.builder("web")
        .key("service")
        .limits(limits)
        .algorithm(Algorithm.FIXED_WINDOW)
        .build();
  }

  private Quotas quotas(long mostBytes) {
    return new Quotas(throttlex, 64, new QuotaPlaces(mostBytes));
  }

  private static BucketId id(String user) {
    return BucketId.newBuilder().putBucket("user", user).build();
  }

  private static RateLimitQuotaUsageReports report(long admitted, BucketId... ids) {
    RateLimitQuotaUsageReports.Builder report =
        RateLimitQuotaUsageReports.newBuilder().setDomain("edge");
    for (BucketId id : ids) {
      report.addBucketQuotaUsagesBuilder().setBucketId(id).setNumRequestsAllowed(admitted);
    }
    return report.build();
  }

  @Test
  void idsBeyondTheMemory_areDenied_andRoomIsLeftForOtherAddresses() {
    Quotas quotas = quotas(4L * ID_BYTES);
    QuotaProxy greedy = quotas.open("10.0.0.1:1000", sink);
    quotas.report(greedy, report(1, id("u0"), id("u1")));
    QuotaProxy again = quotas.open("10.0.0.1:2000", sink);
    quotas.report(again, report(1, id("u2"), id("u3")));
    assertThat(quotas.members()).isEqualTo(2);
    assertThat(quotas.refused()).isEqualTo(2);
    assertThat(sink.isDenied(id("u0"))).isFalse();
    assertThat(sink.isDenied(id("u3"))).isTrue();
    Kept other = new Kept();
    quotas.report(quotas.open("10.0.0.2:1000", other), report(1, id("u4"), id("u5")));
    assertThat(other.isDenied(id("u4"))).isFalse();
    assertThat(other.isDenied(id("u5"))).isTrue();
    quotas.close(greedy);
    quotas.report(again, report(1, id("u6")));
    assertThat(sink.isDenied(id("u6"))).isFalse();
  }

  @Test
  void idWithAnInvalidValue_isDenied_andNotTracked() {
    Quotas quotas = quotas(1_000_000);
    BucketId bad = BucketId.newBuilder().putBucket("user", "u".repeat(5000)).build();
    quotas.report(quotas.open("10.0.0.1:1000", sink), report(1, bad));
    assertThat(sink.isDenied(bad)).isTrue();
    assertThat(quotas.members()).isZero();
    assertThat(quotas.refused()).isEqualTo(1);
  }

  @Test
  void streamsOfOneAddress_leavePlacesForOthers() {
    Quotas quotas = quotas(1_000_000);
    QuotaProxy first = quotas.open("[::1]:1", sink);
    for (int port = 2; port <= QuotaPlaces.MOST_STREAMS / 2; port++) {
      quotas.open("[::1]:" + port, sink);
    }
    assertThatThrownBy(() -> quotas.open("[::1]:9999", sink))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("streams: 1000 (expected: fewer than 2000");
    assertThat(quotas.open("[::2]:1", sink)).isNotNull();
    quotas.close(first);
    assertThatThrownBy(() -> quotas.open("[::1]:9999", sink)).hasMessageContaining("streams");
    assertThat(quotas.open("[::3]:1", sink)).isNotNull();
  }

  @Test
  void silentStream_isReset_andAnotherOneIsNot() {
    Quotas quotas = quotas(1_000_000);
    Kept talking = new Kept();
    quotas.report(quotas.open("10.0.0.1:1000", sink), report(1, id("u0")));
    QuotaProxy other = quotas.open("10.0.0.1:2000", talking);
    quotas.report(other, report(1, id("u0")));
    clock.advance(Duration.ofMinutes(5));
    quotas.report(other, report(1, id("u0")));
    quotas.tick();
    assertThat(sink.gone).isFalse();
    clock.advance(Duration.ofMillis(1));
    quotas.tick();
    assertThat(sink.gone).isTrue();
    assertThat(talking.gone).isFalse();
    assertThat(quotas.proxies()).hasSize(1);
  }

  @Test
  void proxyThatIsNotReady_isNotSentItsUnitsAgain() {
    Quotas quotas = quotas(1_000_000);
    QuotaProxy proxy = quotas.open("10.0.0.1:1000", sink);
    quotas.report(proxy, report(1, id("u0")));
    int before = sink.actions.size();
    clock.advance(Duration.ofSeconds(1));
    sink.ready = false;
    quotas.report(proxy, report(0, id("u0")));
    assertThat(sink.actions).hasSize(before);
    sink.ready = true;
    quotas.report(proxy, report(0, id("u0")));
    assertThat(sink.actions).hasSizeGreaterThan(before);
  }

  @Test
  void largestLimit_isAssigned_andNotUnlimited() {
    throttlex.rules(RuleBook.of(rule("5000000000/1m")));
    Quotas quotas = quotas(1_000_000);
    quotas.report(quotas.open("10.0.0.1:1000", sink), report(1, id("u0")));
    var units =
        sink.actions.get(1).getQuotaAssignmentAction().getRateLimitStrategy().getTokenBucket();
    assertThat(units.getMaxTokens()).isEqualTo((int) (Statuses.UNLIMITED / 16));
  }

  @Test
  void sameIdTwiceInAReport_isOneBucket_withTheSum() {
    Quotas quotas = quotas(1_000_000);
    BucketId[] same = new BucketId[100];
    Arrays.fill(same, id("u0"));
    quotas.report(quotas.open("10.0.0.1:1000", sink), report(3, same));
    assertThat(quotas.members()).isEqualTo(1);
    assertThat(sink.actions).hasSize(2); // one denial and one token bucket
    assertThat(QuotaUsage.byBucket(report(3, same).getBucketQuotaUsagesList()))
        .containsExactly(Map.entry(id("u0"), new QuotaUsage.Counts(300, 0)));
    assertThat(QuotaUsage.byBucket(report(Long.MAX_VALUE, same).getBucketQuotaUsagesList()))
        .containsExactly(Map.entry(id("u0"), new QuotaUsage.Counts(-1, 0)));
  }
}
