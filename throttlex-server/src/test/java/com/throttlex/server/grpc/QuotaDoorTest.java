package com.throttlex.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import com.throttlex.tck.Await;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.BucketId;
import io.envoyproxy.envoy.service.rate_limit_quota.v3.RateLimitQuotaUsageReports;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Envoy's quota protocol over a real stream, with the messages of Envoy. */
// Over 300 lines: all tests share one door and one client, and each is short.
class QuotaDoorTest {
  private static final BucketId WEB = QuotaClient.id("name", "web");

  private GrpcLab lab = GrpcLab.of(RuleBook.EMPTY);
  private final List<ManagedChannel> channels = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    channels.forEach(ManagedChannel::shutdownNow);
    lab.close();
  }

  private static RuleBuilder rule(String limits) {
    return Rule.builder("web").key("service").limits(limits).algorithm(Algorithm.FIXED_WINDOW);
  }

  private QuotaClient serve(RuleBuilder rule) throws Exception {
    lab.close();
    lab = GrpcLab.of(RuleBook.of(rule.build()), new MemoryStore());
    return client();
  }

  private QuotaClient client() {
    ManagedChannel channel = lab.newChannel();
    channels.add(channel);
    return new QuotaClient(channel);
  }

  private QuotaClient clientThatDoesNotRead() {
    ManagedChannel channel = lab.newNarrowChannel();
    channels.add(channel);
    return new QuotaClient(channel, false);
  }

  private long remaining() {
    return lab.throttlex
        .check(RequestContext.builder().service("edge").cost(0).build())
        .remaining();
  }

  private void second() {
    lab.time.advance(Duration.ofSeconds(1));
  }

  @Test
  void firstReport_getsUnits_thatAreCharged() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    proxy.report("edge", WEB, 1, 0);
    proxy.await(WEB, "units 6");
    assertThat(remaining()).isEqualTo(93); // one was admitted before, and six may be now
    assertThat(proxy.of(WEB).get(0).getQuotaAssignmentAction().getRateLimitStrategy())
        .asString()
        .contains("DENY_ALL"); // so that the token bucket begins full
  }

  @Test
  void noRule_allowsAll() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    lab.throttlex.rules(RuleBook.EMPTY);
    proxy.report("elsewhere", WEB, 1, 0);
    proxy.await(WEB, "allow");
  }

  @Test
  void drainedLimit_deniesAll_untilItFits() throws Exception {
    QuotaClient proxy = serve(rule("5/1m"));
    for (int i = 0; i < 5; i++) {
      lab.throttlex.check(RequestContext.builder().service("edge").build());
    }
    proxy.report("edge", WEB, 0, 3);
    proxy.await(WEB, "deny");
    lab.time.advance(Duration.ofMinutes(1));
    proxy.report("edge", WEB, 0, 3);
    Await.until("units", () -> proxy.last(WEB).startsWith("units "));
  }

  @Test
  void rule_thatChanges_reachesTheProxyWithoutAReport() throws Exception {
    QuotaClient proxy = serve(rule("1000/1m"));
    proxy.report("edge", WEB, 1, 0);
    proxy.await(WEB, "units 62");
    lab.throttlex.rules(RuleBook.of(rule("1000/1m").mode(Mode.SHADOW).build()));
    lab.quotas.tick();
    proxy.await(WEB, "allow");
    lab.throttlex.rules(RuleBook.of(rule("1/1m").build()));
    lab.quotas.tick();
    proxy.await(WEB, "deny");
  }

  @Test
  void shadowRule_isChargedWithWhatWasReported() throws Exception {
    QuotaClient proxy = serve(rule("100/1m").mode(Mode.SHADOW));
    proxy.report("edge", WEB, 30, 0);
    proxy.await(WEB, "allow");
    assertThat(remaining()).isEqualTo(70);
    second();
    proxy.report("edge", WEB, 90, 0);
    Await.until("all charged", () -> remaining() == 0);
  }

  @Test
  void unusedUnits_areGivenBack() throws Exception {
    QuotaClient proxy = serve(rule("1000/1h"));
    for (int i = 0; i < 4; i++) {
      proxy.report("edge", WEB, i == 0 ? 1 : 200, 0);
      Await.until("reported", reported(i + 1));
      second();
    }
    long busy = remaining();
    for (int i = 4; i < 16; i++) {
      proxy.report("edge", WEB, 0, 0);
      Await.until("reported", reported(i + 1));
      second();
    }
    assertThat(busy).isLessThan(remaining());
    assertThat(remaining()).isBetween(1000L - 601 - 5, 1000L - 601);
  }

  private Await.Condition reported(int times) {
    return () -> lab.quotas.reports() == times;
  }

  @Test
  void idleBucket_isAbandoned() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    proxy.report("edge", WEB, 1, 0);
    proxy.await(WEB, "units 6");
    for (int i = 0; i < 62; i++) {
      second();
      proxy.report("edge", WEB, 0, 0);
      Await.until("reported", reported(i + 2));
    }
    lab.quotas.tick();
    proxy.await(WEB, "abandon");
    assertThat(lab.quotas.members()).isZero();
  }

  @Test
  void twoProxies_shareOneLimit() throws Exception {
    QuotaClient first = serve(rule("100/1m"));
    QuotaClient second = client();
    long units = 0;
    for (QuotaClient proxy : List.of(first, second)) {
      proxy.report("edge", WEB, 0, 5000);
      Await.until("an answer", () -> !proxy.of(WEB).isEmpty());
      second();
      proxy.report("edge", WEB, 0, 5000);
    }
    Await.until("four reports", reported(4));
    for (QuotaClient proxy : List.of(first, second)) {
      units +=
          proxy.of(WEB).stream()
              .mapToLong(
                  action ->
                      action
                          .getQuotaAssignmentAction()
                          .getRateLimitStrategy()
                          .getTokenBucket()
                          .getMaxTokens())
              .sum();
    }
    assertThat(units).isPositive().isLessThanOrEqualTo(100);
  }

  @Test
  void domain_thatIsMissingOrChanges_endsItsStreamAlone() throws Exception {
    QuotaClient good = serve(rule("100/1m"));
    good.report("edge", WEB, 1, 0);
    good.await(WEB, "units 6");
    QuotaClient nameless = client();
    nameless.report("", WEB, 1, 0);
    assertThat(nameless.ended().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    QuotaClient other = client();
    other.report("edge", WEB, 1, 0);
    other.report("elsewhere", WEB, 1, 0);
    assertThat(other.ended().getDescription())
        .isEqualTo("domain: elsewhere (expected: that of the stream, edge)");
    second();
    good.report("", WEB, 1, 0);
    Await.until("the good proxy", () -> good.of(WEB).size() > 2);
    assertThat(lab.quotas.proxies()).hasSize(1);
  }

  @Test
  void domain_thatIsTooLong_endsItsStream() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    proxy.report("e".repeat(257), WEB, 1, 0);
    GrpcLab.assertStatus(
        proxy.ended(),
        Status.Code.INVALID_ARGUMENT,
        "domain: 257 characters (expected: at most 256)");
    QuotaClient longest = client();
    longest.report("e".repeat(256), WEB, 1, 0);
    assertThat(longest.last(WEB)).startsWith("units ");
  }

  @Test
  void report_countsAsManyChecksAsItHasBuckets() throws Exception {
    lab.close();
    lab = GrpcLab.of(RuleBook.of(rule("100/1m").build()), new MemoryStore(), 10);
    QuotaClient proxy = client();
    proxy.report("edge", WEB, 1, 0);
    proxy.await(WEB, "units 6");
    RateLimitQuotaUsageReports.Builder report = RateLimitQuotaUsageReports.newBuilder();
    for (int i = 0; i < 10; i++) {
      report.addBucketQuotaUsagesBuilder().setBucketId(QuotaClient.id("user", "u" + i));
    }
    proxy.report(report.build());
    assertThat(proxy.ended().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(lab.quotas.members()).isZero();
  }

  @Test
  void lies_areBounded_andHarmNoOtherProxy() throws Exception {
    QuotaClient liar = serve(rule("1000/1m"));
    QuotaClient honest = client();
    liar.report("edge", WEB, -1, -1); // the largest uint64
    honest.report("edge", WEB, 1, 0);
    Await.until("two reports", reported(2));
    second();
    liar.report("edge", WEB, -1, -1);
    honest.report("edge", WEB, 10, 0);
    Await.until("four reports", reported(4));
    lab.time.advance(Duration.ofMinutes(1));
    liar.report("edge", WEB, -1, -1);
    honest.report("edge", WEB, 10, 0);
    Await.until("six reports", reported(6));
    lab.quotas.tick();
    Await.until("units", () -> honest.last(WEB).startsWith("units "));
  }

  @Test
  void bucketWithoutAnId_isIgnored_andATooLongOneIsDenied() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    BucketId huge = QuotaClient.id("name", "x".repeat(9000));
    RateLimitQuotaUsageReports.Builder report =
        RateLimitQuotaUsageReports.newBuilder().setDomain("edge");
    report.addBucketQuotaUsagesBuilder().setNumRequestsAllowed(1);
    report.addBucketQuotaUsagesBuilder().setBucketId(huge).setNumRequestsAllowed(1);
    report.addBucketQuotaUsagesBuilder().setBucketId(WEB).setNumRequestsAllowed(1);
    proxy.report(report.build());
    proxy.await(WEB, "units 6");
    proxy.await(huge, "deny");
    assertThat(lab.quotas.refused()).isEqualTo(2);
    assertThat(lab.quotas.members()).isEqualTo(1);
  }

  @Test
  void bucketsBeyondTheMost_areDenied() throws Exception {
    QuotaClient proxy = serve(rule("100000000/1m"));
    int number = 0;
    for (int message = 0; message < 6; message++) {
      RateLimitQuotaUsageReports.Builder report =
          RateLimitQuotaUsageReports.newBuilder().setDomain("edge");
      for (int i = 0; i < 1000; i++) {
        report
            .addBucketQuotaUsagesBuilder()
            .setBucketId(QuotaClient.id("user", "u" + number++))
            .setNumRequestsAllowed(1);
      }
      proxy.report(report.build());
    }
    proxy.await(QuotaClient.id("user", "u5999"), "deny");
    assertThat(lab.quotas.members()).isEqualTo(5000);
    assertThat(lab.quotas.refused()).isEqualTo(1000);
  }

  @Test
  void proxyThatDoesNotRead_isResetAlone() throws Exception {
    QuotaClient good = serve(rule("100/1m"));
    QuotaClient deaf = clientThatDoesNotRead();
    good.report("edge", WEB, 1, 0);
    good.await(WEB, "units 6");
    deaf.report("edge", WEB, 1, 0);
    Await.until("two proxies", () -> lab.quotas.proxies().size() == 2);
    RateLimitQuotaUsageReports.Builder report =
        RateLimitQuotaUsageReports.newBuilder().setDomain("edge");
    for (int i = 0; i < 50; i++) {
      BucketId huge = QuotaClient.id("name" + i, "x".repeat(9000));
      report.addBucketQuotaUsagesBuilder().setBucketId(huge).setNumRequestsAllowed(1);
    }
    for (int i = 0; i < 8; i++) {
      deaf.report(report.build());
    }
    Await.until("one proxy is left", () -> lab.quotas.proxies().size() == 1);
    deaf.read();
    assertThat(deaf.ended().getCode()).isEqualTo(Status.Code.CANCELLED);
    second();
    good.report("edge", WEB, 1, 0);
    Await.until("the good proxy", () -> good.of(WEB).size() > 2);
  }

  @Test
  void streamThatEnds_leavesNothingBehind() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    proxy.report("edge", WEB, 1, 0);
    proxy.await(WEB, "units 6");
    proxy.finish();
    assertThat(proxy.ended()).isEqualTo(Status.OK);
    assertThat(lab.quotas.proxies()).isEmpty();
    assertThat(lab.quotas.members()).isZero();
    assertThat(remaining()).isEqualTo(93); // the proxy may still spend its units
  }

  @Test
  void drainingService_endsStreams() throws Exception {
    QuotaClient proxy = serve(rule("100/1m"));
    proxy.report("edge", WEB, 1, 0);
    proxy.await(WEB, "units 6");
    lab.door.serving(false);
    assertThat(proxy.ended().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    QuotaClient late = client();
    late.report("edge", WEB, 1, 0);
    assertThat(late.ended().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
  }
}
