package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.rpc.RetryInfo;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Signal;
import com.throttlex.admission.Admissions;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.grpc.EchoSite.Call;
import com.throttlex.http.HeaderSet;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import com.throttlex.tck.Await;
import com.throttlex.tck.Together;
import com.throttlex.test.ManualClock;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server's calls as a client sees them. */
class ThrottleXServerInterceptorTest {
  private final ManualClock time = new ManualClock(RemoteLab.START);
  private ThrottleX throttlex;
  private EchoSite site;

  @AfterEach
  void close() throws Exception {
    site.close();
    throttlex.close();
  }

  private ThrottleXServerInterceptor interceptor(Rule... rules) {
    throttlex = ThrottleX.of(RuleBook.of(rules), new MemoryStore(), time);
    return ThrottleXServerInterceptor.of(
        Admissions.atOnce(throttlex), RequestReader.simple(throttlex::rules));
  }

  private void start(Rule... rules) throws Exception {
    site = new EchoSite(interceptor(rules));
  }

  private static RuleBuilder fixed(String limit) {
    return Rule.builder("calls").key("ip").limits(limit).algorithm(Algorithm.FIXED_WINDOW);
  }

  private static Rule slots() {
    return Rule.builder("slots").key("ip").limits("1/1m").algorithm(Algorithm.CONCURRENCY).build();
  }

  @Test
  void call_thatIsLetIn_tellsItsLimits() throws Exception {
    start(fixed("2/1m").build());
    Call call = site.call("Say", "hello");
    assertThat(call.code()).isEqualTo(Code.OK);
    assertThat(call.answers).containsExactly("hello");
    assertThat(call.header("x-ratelimit-limit")).isEqualTo("2");
    assertThat(call.header("x-ratelimit-remaining")).isEqualTo("1");
    assertThat(call.header("ratelimit-policy")).isEqualTo("\"calls\";q=2;w=60");
    assertThat(call.header("ratelimit")).isEqualTo("\"calls\";r=1;t=50");
    assertThat(call.header("retry-after")).isNull();
    assertThat(call.trailer("ratelimit")).isNull();
  }

  @Test
  void call_thatIsDenied_saysWhyAndWhenToTryAgain() throws Exception {
    start(fixed("1/1m").build());
    site.call("Say", "first").end();
    Call call = site.call("Say", "second");
    assertThat(call.code()).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(call.end().getDescription())
        .isEqualTo("Rule calls allows 1/1m. Try again in 50 seconds.");
    assertThat(call.trailer("retry-after")).isEqualTo("50");
    assertThat(call.trailer("x-ratelimit-remaining")).isEqualTo("0");
    assertThat(call.trailer("ratelimit")).isEqualTo("\"calls\";r=0;t=50");
    assertThat(retryDelay(call)).isEqualTo(Duration.newBuilder().setSeconds(50).build());
    assertThat(site.heard).containsExactly("first");
  }

  @Test
  void call_thatIsShed_isToldThatTheServerIsUnavailableAndWhenToTryAgain() throws Exception {
    start(fixed("1/1m").onExceed(OnExceed.SHED).build());
    site.call("Say", "first").end();
    Call call = site.call("Say", "second");
    assertThat(call.code()).isEqualTo(Code.UNAVAILABLE);
    assertThat(call.trailer("retry-after")).isEqualTo("50");
    assertThat(retryDelay(call)).isEqualTo(Duration.newBuilder().setSeconds(50).build());
    assertThat(site.heard).containsExactly("first");
  }

  /** The service is that of the call, so its health is known by that name. */
  @Test
  void calls_tellHowTheServiceIs() throws Exception {
    Adaptive moved = new Adaptive(500, 2000, List.of("test.Echo"));
    start(Rule.builder("calls").key("ip").limits("1000/1m").adaptive(moved).build());
    site.call("Say", "fine").end();
    site.call("Fail", "x").end();
    site.call("Crash", "x").end();
    Await.until(
        "an error rate above one half",
        () -> {
          site.awaitThread();
          time.advance(java.time.Duration.ofSeconds(2));
          throttlex.adaptive().tick(throttlex.nanos());
          var echo = throttlex.adaptive().status().sources().get("test.Echo");
          return echo != null && echo.values().getOrDefault(Signal.ERROR_RATE, 0.0) > 0.5;
        });
  }

  private static Duration retryDelay(Call call) throws Exception {
    com.google.rpc.Status details = StatusProto.fromStatusAndTrailers(call.end(), call.trailers);
    assertThat(details.getCode()).isEqualTo(call.code().value());
    return details.getDetails(0).unpack(RetryInfo.class).getRetryDelay();
  }

  @Test
  void waitOfLessThanASecond_isTold() throws Exception {
    start(Rule.builder("calls").key("ip").limits("4/1s").build());
    for (int i = 0; i < 4; i++) {
      site.call("Say", "a").end();
    }
    Call call = site.call("Say", "b");
    assertThat(retryDelay(call)).isEqualTo(Duration.newBuilder().setNanos(250_000_000).build());
    assertThat(call.trailer("retry-after")).isEqualTo("1");
  }

  @Test
  void manyCallsAtOnce_areLetInUpToTheLimitExactly() throws Exception {
    start(fixed("50/1h").build());
    long admitted =
        Together.sum(
            8,
            thread -> {
              long passed = 0;
              for (int i = 0; i < 25; i++) {
                passed += site.call("Say", "x").code() == Code.OK ? 1 : 0;
              }
              return passed;
            });
    assertThat(admitted).isEqualTo(50);
    assertThat(site.heard).hasSize(50);
  }

  @Test
  void failedAnswer_tellsTheLimitsInItsTrailers() throws Exception {
    start(fixed("2/1m").build());
    Call call = site.call("Fail", "x");
    assertThat(call.code()).isEqualTo(Code.DATA_LOSS);
    assertThat(call.trailer("x-ratelimit-remaining")).isEqualTo("1");
  }

  @Test
  void headers_areThoseChosen() throws Exception {
    site =
        new EchoSite(
            interceptor(fixed("2/1m").build())
                .telling(RateLimitHeaders.of(List.of(HeaderSet.IETF))));
    Call call = site.call("Say", "x");
    call.end();
    assertThat(call.header("ratelimit")).isEqualTo("\"calls\";r=1;t=50");
    assertThat(call.header("x-ratelimit-limit")).isNull();
  }

  @Test
  void malformedCall_isInvalid() throws Exception {
    site =
        new EchoSite(
            interceptor(fixed("2/1m").build())
                .describedBy((call, metadata, request) -> request.user("")));
    Call call = site.call("Say", "x");
    assertThat(call.code()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(call.end().getDescription()).startsWith("user: ");
    assertThat(site.heard).isEmpty();
  }

  @Test
  void rulesOfTheSecondPhase_hold() throws Exception {
    throttlex =
        ThrottleX.of(
            RuleBook.of(
                fixed("9/1m").build(), Rule.builder("users").key("user").limits("1/1m").build()),
            new MemoryStore(),
            time);
    site =
        new EchoSite(
            ThrottleXServerInterceptor.of(
                    Admissions.inTwoPhases(throttlex), RequestReader.simple(throttlex::rules))
                .describedBy((call, metadata, request) -> request.user("u")));
    assertThat(site.call("Say", "x").code()).isEqualTo(Code.OK);
    assertThat(site.call("Say", "x").code()).isEqualTo(Code.RESOURCE_EXHAUSTED);
    assertThat(throttlex.inspect("calls|ip=127.0.0.1").get(0).remaining()).isEqualTo(8);
  }

  @Test
  void slot_isHeldUntilTheCallIsComplete() throws Exception {
    start(slots());
    Call first = site.call("Wait", "first");
    Runnable answer = site.next();
    assertThat(site.call("Say", "second").code()).isEqualTo(Code.RESOURCE_EXHAUSTED);
    answer.run();
    assertThat(first.code()).isEqualTo(Code.OK);
    Await.until("a free slot", () -> site.call("Say", "third").code() == Code.OK);
  }

  @Test
  void slot_isFreedWhenTheCallIsCancelled() throws Exception {
    start(slots());
    Call first = site.call("Wait", "first");
    site.next();
    first.cancel();
    Await.until("a free slot", () -> site.call("Say", "second").code() == Code.OK);
  }

  @Test
  void slot_isFreedWhenTheCallCrashes() throws Exception {
    start(slots());
    assertThat(site.call("Crash", "x").code()).isEqualTo(Code.UNKNOWN);
    Await.until("a free slot", () -> site.call("Say", "second").code() == Code.OK);
  }

  private static Rule delayed() {
    return Rule.builder("delayed")
        .endpoint("/test.Echo/Chat")
        .key("ip")
        .limits("3/3s")
        .algorithm(Algorithm.LEAKY_BUCKET)
        .onExceed(OnExceed.delay(java.time.Duration.ofSeconds(20)))
        .build();
  }

  @Test
  void delayedCall_waitsWithoutAThread_andHearsEverything() throws Exception {
    start(delayed());
    assertThat(site.call("Chat", "a").code()).isEqualTo(Code.OK);
    long before = System.nanoTime();
    Call later = site.call("Chat", "b", "c", "d");
    for (int i = 0; i < 5; i++) {
      assertThat(site.call("Say", "meanwhile").code()).isEqualTo(Code.OK);
    }
    assertThat(site.heard).doesNotContain("b");
    assertThat(later.code()).isEqualTo(Code.OK);
    assertThat(System.nanoTime() - before).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
    assertThat(later.answers).containsExactly("b", "c", "d");
    assertThat(later.header("x-ratelimit-limit")).isEqualTo("3");
  }

  @Test
  void delayedCall_thatIsCancelled_neverBegins() throws Exception {
    start(delayed());
    site.call("Chat", "a").end();
    Call later = site.call("Chat", "b");
    assertThat(site.call("Say", "meanwhile").code()).isEqualTo(Code.OK);
    later.cancel();
    assertThat(later.code()).isEqualTo(Code.CANCELLED);
    Call after = site.call("Chat", "c");
    assertThat(after.code()).isEqualTo(Code.OK);
    assertThat(site.heard).containsExactly("a", "meanwhile", "c");
  }

  @Test
  void emptyApiKey_isNone() throws Exception {
    start(fixed("9/1m").build());
    Metadata metadata = new Metadata();
    metadata.put(Metadata.Key.of("x-api-key", Metadata.ASCII_STRING_MARSHALLER), "");
    assertThat(site.call("Say", metadata, "x").code()).isEqualTo(Code.OK);
  }
}
