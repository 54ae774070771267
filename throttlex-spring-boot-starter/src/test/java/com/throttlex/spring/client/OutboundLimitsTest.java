package com.throttlex.spring.client;

import static com.throttlex.test.ThrottleXAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.throttlex.Decision;
import com.throttlex.spring.App;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.OutboundLimitedException;
import com.throttlex.tck.Await;
import com.throttlex.test.ManualClock;
import com.throttlex.test.spring.ManualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

class OutboundLimitsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final App APP =
      App.plain(
          Shop.class,
          "throttlex.rules.hosts.limits=1000/1h",
          "throttlex.rules.hosts.key[0]=attribute:host",
          "throttlex.rules.few.limits=2/1m",
          "throttlex.rules.few.key[0]=attribute:host",
          "throttlex.rules.all.limits=5/1h",
          "throttlex.rules.all.key[0]=global",
          "throttlex.rules.slots.limits=1/1h",
          "throttlex.rules.slots.algorithm=concurrency",
          "throttlex.rules.slots.key[0]=attribute:host");

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @ManualTime
  static class Shop {}

  private final ManualClock clock = APP.bean(ManualClock.class);
  private final OutboundLimits outbound = APP.bean(OutboundLimits.class);
  private ThirdParty other;

  @BeforeEach
  void start() throws IOException {
    other = new ThirdParty();
    clock.advance(Duration.ofDays(2)); // whatever an earlier test has closed is open again
  }

  @AfterEach
  void stop() {
    other.close();
  }

  @AfterAll
  static void close() {
    APP.close();
  }

  private RestClient client(OutboundLimit limit) {
    return RestClient.builder()
        .requestFactory(new JdkClientHttpRequestFactory())
        .requestInterceptor(outbound.interceptor(limit))
        .defaultStatusHandler(status -> true, (request, response) -> {})
        .build();
  }

  private int get(RestClient client) {
    return get(client, "127.0.0.1");
  }

  private int get(RestClient client, String host) {
    return client.get().uri(other.url(host)).retrieve().toBodilessEntity().getStatusCode().value();
  }

  private static Decision notMade(ThrowingCallable call) {
    OutboundLimitedException denial = catchThrowableOfType(OutboundLimitedException.class, call);
    assertThat(denial).isNotNull();
    return denial.decision();
  }

  @Test
  void host_thatSaidRetryAfter_isNotCalledUntilThen() {
    RestClient client = client(OutboundLimit.of("hosts"));
    other.next(429, "Retry-After", "30");
    assertThat(get(client)).isEqualTo(429);
    assertThat(notMade(() -> get(client))).isDeniedBy("hosts").hasRetryAfter(30);
    assertThat(get(client, "localhost")).isEqualTo(200);
    assertThat(other.calls()).isEqualTo(2);
    clock.advance(Duration.ofSeconds(30));
    assertThat(get(client)).isEqualTo(200);
    assertThat(APP.bean(Enforcement.class).enforcers()).contains("clients of others");
  }

  @Test
  void host_withNothingLeft_isNotCalledUntilItHas() {
    RestClient client = client(OutboundLimit.of("hosts"));
    other.next(200, "RateLimit", "\"hour\";r=7;t=900, \"minute\";r=0;t=40");
    assertThat(get(client)).isEqualTo(200);
    assertThat(notMade(() -> get(client))).hasRetryAfter(40);
  }

  @Test
  void call_thatMayWait_waitsForTheHostOnItsThread() {
    RestClient client = client(OutboundLimit.of("hosts").maxWait(Duration.ofMinutes(1)));
    other.next(503, "Retry-After", "45");
    other.next(503, "Retry-After", "61");
    assertThat(get(client)).isEqualTo(503);
    long before = clock.nanos();
    assertThat(get(client)).isEqualTo(503);
    assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(Duration.ofSeconds(45));
    assertThat(notMade(() -> get(client))).hasRetryAfter(61);
    assertThat(other.calls()).isEqualTo(2);
  }

  @Test
  void calls_pastTheRule_waitOrAreNotMade() {
    RestClient hasty = client(OutboundLimit.of("few"));
    get(hasty);
    get(hasty);
    assertThat(notMade(() -> get(hasty))).isDeniedBy("few").hasRetryAfter(30);
    long before = clock.nanos();
    assertThat(get(client(OutboundLimit.of("few").maxWait(Duration.ofMinutes(1))))).isEqualTo(200);
    assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(Duration.ofSeconds(30));
    assertThat(get(client(OutboundLimit.of("few").key("another")))).isEqualTo(200);
    assertThat(other.calls()).isEqualTo(4);
  }

  @Test
  void calls_inParallel_areMadeExactlyAsOftenAsTheRuleAllows() {
    RestClient client = client(OutboundLimit.of("all"));
    List<CompletableFuture<Void>> calls =
        IntStream.range(0, 40)
            .mapToObj(
                i -> CompletableFuture.runAsync(() -> get(client)).exceptionally(failure -> null))
            .toList();
    calls.forEach(CompletableFuture::join);
    assertThat(other.calls()).isEqualTo(5);
  }

  @Test
  void refusedCall_withRetries_isMadeAgainIfIdempotent() {
    OutboundLimit limit = OutboundLimit.of("hosts").maxWait(Duration.ofMinutes(5)).retries(2);
    RestClient client = client(limit);
    other.next(429, "Retry-After", "60");
    other.next(429, "Retry-After", "60");
    long before = clock.nanos();
    assertThat(get(client)).isEqualTo(200);
    assertThat(Duration.ofNanos(clock.nanos() - before)).isEqualTo(Duration.ofMinutes(2));
    other.next(429, "Retry-After", "60");
    assertThat(
            client
                .post()
                .uri(other.url("127.0.0.1"))
                .body("order")
                .retrieve()
                .toBodilessEntity()
                .getStatusCode()
                .value())
        .isEqualTo(429);
    assertThat(other.calls()).isEqualTo(4);
  }

  @Test
  void slot_isHeldUntilTheResponseIsClosed() {
    RestClient client = client(OutboundLimit.of("slots"));
    client
        .get()
        .uri(other.url("127.0.0.1"))
        .exchange(
            (request, response) -> {
              assertThat(notMade(() -> get(client))).isDeniedBy("slots");
              return "";
            });
    assertThat(get(client)).isEqualTo(200);
    assertThat(get(client)).isEqualTo(200);
  }

  @Test
  void limit_ofAnUnknownRule_isRefused() {
    assertThatExceptionOfType(InvalidThrottleXException.class)
        .isThrownBy(() -> outbound.interceptor("host"))
        .withMessageContaining("limit of a client: rule: \"host\" (expected: ")
        .withMessageContaining("hosts");
  }

  private WebClient reactive(OutboundLimit limit, ManualScheduler waits) {
    ReactiveOutboundLimits limits = new ReactiveOutboundLimits(APP.bean(Outbound.class), waits);
    return WebClient.builder().filter(limits.filter(limit)).build();
  }

  private Mono<Integer> call(WebClient client) {
    return client
        .get()
        .uri(other.url("127.0.0.1"))
        .exchangeToMono(
            response -> response.releaseBody().thenReturn(response.statusCode().value()));
  }

  @Test
  void reactiveCall_toAClosedHost_failsAtOnceOrWaitsWithoutAThread() {
    ManualScheduler waits = new ManualScheduler();
    WebClient client = reactive(OutboundLimit.of("hosts").maxWait(Duration.ofMinutes(1)), waits);
    WebClient hasty =
        WebClient.builder().filter(APP.bean(ReactiveOutboundLimits.class).filter("hosts")).build();
    other.next(429, "Retry-After", "30");
    assertThat(call(client).block(LONG)).isEqualTo(429);
    assertThat(notMade(() -> call(hasty).block(LONG))).isDeniedBy("hosts").hasRetryAfter(30);
    assertThat(notMade(() -> get(client(OutboundLimit.of("hosts"))))).hasRetryAfter(30);
    CompletableFuture<Integer> waiting = call(client).toFuture();
    assertThat(waiting.isDone()).isFalse();
    assertThat(other.calls()).isEqualTo(1);
    clock.advance(Duration.ofSeconds(30));
    assertThat(waits.next()).isEqualTo(Duration.ofSeconds(30));
    assertThat(waiting).succeedsWithin(LONG).isEqualTo(200);
  }

  @Test
  void reactiveCall_withRetries_isMadeAgainWhenTheHostSaid() {
    ManualScheduler waits = new ManualScheduler();
    OutboundLimit limit = OutboundLimit.of("hosts").maxWait(Duration.ofMinutes(1)).retries(1);
    other.next(429, "Retry-After", "30");
    CompletableFuture<Integer> call = call(reactive(limit, waits)).toFuture();
    Await.until("one wait", () -> waits.size() == 1);
    clock.advance(Duration.ofSeconds(30));
    assertThat(waits.next()).isEqualTo(Duration.ofSeconds(30));
    assertThat(call).succeedsWithin(LONG).isEqualTo(200);
    assertThat(other.calls()).isEqualTo(2);
  }

  @Test
  void reactiveSlot_isHeldUntilTheBodyWasRead() {
    ManualScheduler waits = new ManualScheduler();
    WebClient client = reactive(OutboundLimit.of("slots"), waits);
    String body =
        client
            .get()
            .uri(other.url("127.0.0.1"))
            .exchangeToMono(
                response ->
                    call(client)
                        .map(status -> "made")
                        .onErrorReturn(OutboundLimitedException.class, "not made")
                        .flatMap(second -> response.bodyToMono(String.class).map(first -> second)))
            .block(LONG);
    assertThat(body).isEqualTo("not made");
    assertThat(call(client).block(LONG)).isEqualTo(200);
    assertThat(call(client).block(LONG)).isEqualTo(200);
  }
}
