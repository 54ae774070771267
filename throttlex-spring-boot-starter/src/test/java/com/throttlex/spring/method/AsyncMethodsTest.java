package com.throttlex.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.throttlex.spring.App;
import com.throttlex.spring.RateLimitedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

class AsyncMethodsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final App APP =
      App.plain(
          Shop.class,
          "throttlex.rules.each.limits=2/1h",
          "throttlex.rules.each.key[0]=user",
          "throttlex.rules.slots.limits=1/1h",
          "throttlex.rules.slots.algorithm=concurrency",
          "throttlex.rules.slots.key[0]=user",
          "throttlex.rules.paced.limits=1/200ms",
          "throttlex.rules.paced.key[0]=user",
          "throttlex.rules.paced.on-exceed.delay=1s");

  static class Orders {
    final AtomicInteger calls = new AtomicInteger();

    AtomicInteger calls() {
      return calls;
    }

    @RateLimited(rule = "each", key = "#user")
    CompletionStage<String> stage(String user) {
      calls.incrementAndGet();
      return CompletableFuture.completedFuture(user);
    }

    @RateLimited(rule = "slots", key = "#user")
    CompletableFuture<String> held(String user, CompletableFuture<String> work) {
      return work;
    }

    @RateLimited(rule = "each", key = "#user")
    Mono<String> mono(String user) {
      calls.incrementAndGet();
      return Mono.just(user);
    }

    @RateLimited(rule = "each", key = "#user")
    Flux<Integer> flux(String user) {
      return Flux.just(1, 2, 3);
    }

    @RateLimited(rule = "slots", key = "#user")
    Mono<String> heldMono(String user, Mono<String> work) {
      return work;
    }

    @RateLimited(rule = "slots", key = "#user")
    Flux<String> heldFlux(String user, Flux<String> work) {
      return work;
    }

    @RateLimited(rule = "paced", key = "#user")
    CompletableFuture<Long> pacedStage(String user) {
      return CompletableFuture.completedFuture(System.nanoTime());
    }

    @RateLimited(rule = "paced", key = "#user")
    Mono<Long> pacedMono(String user) {
      return Mono.fromSupplier(System::nanoTime);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    Orders orders() {
      return new Orders();
    }
  }

  private final Orders orders = APP.bean(Orders.class);

  @AfterAll
  static void close() {
    APP.close();
  }

  private static boolean isDenied(CompletionStage<?> stage) {
    return stage
        .handle((value, failure) -> failure instanceof RateLimitedException)
        .toCompletableFuture()
        .join();
  }

  private static boolean isDenied(Mono<?> mono) {
    return isDenied(mono.toFuture());
  }

  @Test
  void stage_ofADeniedCall_isCompletedWithTheDenialAndTheMethodNotCalled() {
    assertThat(isDenied(orders.stage("ann"))).isFalse();
    assertThat(orders.stage("ann").toCompletableFuture().join()).isEqualTo("ann");
    int calls = orders.calls().get();
    CompletableFuture<String> denied = orders.stage("ann").toCompletableFuture();
    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(() -> denied.get(10, TimeUnit.SECONDS))
        .withCauseInstanceOf(RateLimitedException.class);
    assertThat(isDenied(denied)).isTrue();
    assertThat(orders.calls()).hasValue(calls);
  }

  @Test
  void slot_ofAStage_isHeldUntilItIsComplete() {
    CompletableFuture<String> work = new CompletableFuture<>();
    CompletableFuture<String> first = orders.held("bob", work);
    assertThat(isDenied(orders.held("bob", new CompletableFuture<>()))).isTrue();
    work.completeExceptionally(new IllegalStateException("failed"));
    assertThat(first).isCompletedExceptionally();
    assertThat(isDenied(orders.held("bob", CompletableFuture.completedFuture("free")))).isFalse();
    assertThat(orders.held("bob", CompletableFuture.completedFuture("free")))
        .isCompletedWithValue("free");
  }

  @Test
  void mono_isCheckedAtEachSubscriptionAndNotBefore() {
    Mono<String> mono = orders.mono("cid");
    orders.mono("cid");
    int calls = orders.calls().get();
    assertThat(mono.block(LONG)).isEqualTo("cid");
    assertThat(mono.block(LONG)).isEqualTo("cid");
    assertThat(orders.calls()).hasValue(calls + 2);
    assertThat(isDenied(mono)).isTrue();
    assertThat(orders.calls()).hasValue(calls + 2);
  }

  @Test
  void flux_pastItsLimit_failsAtItsSubscription() {
    assertThat(orders.flux("dan").collectList().block(LONG)).isEqualTo(List.of(1, 2, 3));
    assertThat(orders.flux("dan").collectList().block(LONG)).isEqualTo(List.of(1, 2, 3));
    assertThat(isDenied(orders.flux("dan").collectList())).isTrue();
  }

  @Test
  void slot_ofAMono_isHeldUntilItEndsOrIsCancelled() {
    Sinks.One<String> work = Sinks.one();
    CompletableFuture<String> first = orders.heldMono("eve", work.asMono()).toFuture();
    assertThat(isDenied(orders.heldMono("eve", Mono.just("no")))).isTrue();
    work.tryEmitError(new IllegalStateException("failed"));
    assertThat(first).isCompletedExceptionally();
    Disposable second = orders.heldMono("eve", Mono.never()).subscribe();
    assertThat(isDenied(orders.heldMono("eve", Mono.just("no")))).isTrue();
    second.dispose();
    assertThat(orders.heldMono("eve", Mono.just("free")).block(LONG)).isEqualTo("free");
    assertThat(orders.heldMono("eve", Mono.<String>empty()).block(LONG)).isNull();
    assertThat(isDenied(orders.heldMono("eve", Mono.just("free")))).isFalse();
  }

  @Test
  void slot_ofAFlux_isHeldUntilItEndsOrIsCancelled() {
    Sinks.Many<String> work = Sinks.many().unicast().onBackpressureBuffer();
    Disposable first = orders.heldFlux("fay", work.asFlux()).subscribe();
    work.tryEmitNext("one");
    assertThat(isDenied(orders.heldFlux("fay", Flux.just("no")).next())).isTrue();
    first.dispose();
    assertThat(orders.heldFlux("fay", Flux.just("a", "b")).count().block(LONG)).isEqualTo(2);
    assertThat(orders.heldFlux("fay", Flux.just("a", "b")).count().block(LONG)).isEqualTo(2);
  }

  @Test
  void delay_ofAStageOrAMono_holdsNoThread() throws Exception {
    long first = orders.pacedStage("gil").get(10, TimeUnit.SECONDS);
    CompletableFuture<Long> second = orders.pacedStage("gil");
    assertThat(second.isDone()).isFalse();
    long third = orders.pacedMono("gil").subscribeOn(Schedulers.parallel()).block(LONG);
    assertThat(Duration.ofNanos(second.get(10, TimeUnit.SECONDS) - first))
        .isGreaterThan(Duration.ofMillis(150));
    assertThat(Duration.ofNanos(third - first)).isGreaterThan(Duration.ofMillis(350));
  }

  @Test
  void subscriptions_inParallel_admitExactlyTheLimit() {
    long admitted =
        Flux.range(0, 100)
            .flatMap(
                i ->
                    orders
                        .mono("parallel")
                        .subscribeOn(Schedulers.parallel())
                        .onErrorResume(RateLimitedException.class, denied -> Mono.empty()),
                100)
            .count()
            .block(LONG);
    assertThat(admitted).isEqualTo(2);
  }
}
