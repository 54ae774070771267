package com.throttlex.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.adaptive.Signal;
import com.throttlex.spring.App;
import com.throttlex.spring.Unwell;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The outcomes of limited methods are health signals of their service. */
class MethodHealthTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private static App app;
  private static Orders orders;
  private static ManualClock clock;

  static class Orders {
    @RateLimited(rule = "work")
    <T> T call(Callable<T> work) throws Exception {
      return work.call();
    }

    @RateLimited(rule = "work")
    CompletableFuture<String> stage(Supplier<CompletableFuture<String>> work) {
      return work.get();
    }

    @RateLimited(rule = "work")
    Mono<String> mono(Mono<String> work) {
      return work;
    }

    @RateLimited(rule = "work")
    Flux<String> flux(Flux<String> work) {
      return work;
    }

    @RateLimited(rule = "work")
    @RateLimited(rule = "depot")
    String both() {
      throw new IllegalStateException("failed");
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {
    @Bean
    Orders orders() {
      return new Orders();
    }

    @Bean
    ManualClock clock() {
      return new ManualClock();
    }
  }

  @BeforeAll
  static void start() {
    app =
        App.plain(
            Shop.class,
            "throttlex.rules.work.limits=1000/1h",
            "throttlex.rules.work.key[0]=global",
            "throttlex.rules.work.adaptive.min=1000",
            "throttlex.rules.work.adaptive.max=1000",
            "throttlex.rules.depot.limits=1000/1h",
            "throttlex.rules.depot.adaptive.min=1000",
            "throttlex.rules.depot.adaptive.max=1000",
            "throttlex.rules.depot.adaptive.health=depot",
            "throttlex.rules.depot.key[0]=global");
    orders = app.bean(Orders.class);
    clock = app.bean(ManualClock.class);
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @BeforeEach
  void forget() {
    Unwell.forget(app.bean(ThrottleX.class), clock);
  }

  private static Outcome outcome() {
    return Unwell.outcome(app.bean(ThrottleX.class), clock, "system");
  }

  private static <T> Outcome ofCall(Callable<T> work) {
    try {
      orders.call(work);
    } catch (Exception e) {
      assertThat(e).hasMessage("on purpose");
    }
    return outcome();
  }

  private static Outcome ofStage(CompletableFuture<String> work) {
    assertThat(orders.stage(() -> work)).isDone();
    return outcome();
  }

  private static Outcome of(Mono<?> work) {
    work.onErrorComplete().block(LONG);
    return outcome();
  }

  @Test
  void call_endsAsItReturnsOrThrows() {
    assertThat(ofCall(() -> "done")).isEqualTo(Outcome.SUCCESS);
    assertThat(
            ofCall(
                () -> {
                  throw new IllegalStateException("on purpose");
                }))
        .isEqualTo(Outcome.FAILURE);
    assertThat(
            ofCall(
                () -> {
                  throw new TimeoutException("on purpose");
                }))
        .isEqualTo(Outcome.DROPPED);
  }

  @Test
  void timeOfACall_isThatOfTheWork() throws Exception {
    orders.call(
        () -> {
          clock.advance(Duration.ofMillis(90));
          return "done";
        });
    assertThat(
            Unwell.measured(app.bean(ThrottleX.class), clock, "system").get(Signal.RESPONSE_TIME))
        .isBetween(90.0, 102.0);
  }

  @Test
  void stage_endsAsItIsCompleted() {
    assertThat(ofStage(CompletableFuture.completedFuture("done"))).isEqualTo(Outcome.SUCCESS);
    assertThat(ofStage(CompletableFuture.failedFuture(new IllegalStateException())))
        .isEqualTo(Outcome.FAILURE);
    assertThat(ofStage(CompletableFuture.failedFuture(new TimeoutException())))
        .isEqualTo(Outcome.DROPPED);
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    cancelled.cancel(false);
    assertThat(ofStage(cancelled)).isEqualTo(Outcome.DROPPED);
  }

  @Test
  void mono_endsAsItsSubscriberSees() {
    assertThat(of(orders.mono(Mono.just("done")))).isEqualTo(Outcome.SUCCESS);
    assertThat(of(orders.mono(Mono.empty()))).isEqualTo(Outcome.SUCCESS);
    assertThat(of(orders.mono(Mono.error(new IllegalStateException())))).isEqualTo(Outcome.FAILURE);
    assertThat(of(orders.mono(Mono.error(new TimeoutException())))).isEqualTo(Outcome.DROPPED);
    orders.mono(Mono.never()).subscribe().dispose();
    assertThat(outcome()).isEqualTo(Outcome.DROPPED);
  }

  @Test
  void flux_thatIsCancelled_wasDroppedIfItGaveNothing() {
    assertThat(of(orders.flux(Flux.just("one", "two")).collectList())).isEqualTo(Outcome.SUCCESS);
    assertThat(of(orders.flux(Flux.error(new IllegalStateException())).collectList()))
        .isEqualTo(Outcome.FAILURE);
    assertThat(of(orders.flux(Flux.just("one").concatWith(Flux.never())).next()))
        .isEqualTo(Outcome.SUCCESS);
    orders.flux(Flux.never()).subscribe().dispose();
    assertThat(outcome()).isEqualTo(Outcome.DROPPED);
  }

  @Test
  void call_underSeveralRules_tellsOfTheServicesThatTheyName() {
    try {
      orders.both();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("failed");
    }
    assertThat(Unwell.outcome(app.bean(ThrottleX.class), clock, "depot"))
        .isEqualTo(Outcome.FAILURE);
    assertThat(app.bean(ThrottleX.class).adaptive().status().sources().get("system").values())
        .containsEntry(Signal.ERROR_RATE, 1.0);
  }
}
