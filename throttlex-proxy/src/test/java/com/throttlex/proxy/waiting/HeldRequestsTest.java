package com.throttlex.proxy.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.proxy.ProxyRefusedException;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

// Over 300 lines: one short test for each promise of the contract.
class HeldRequestsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualLoop loop = new ManualLoop();
  private final List<String> ends = new ArrayList<>();
  private final List<Boolean> reported = new ArrayList<>();
  private int refused;

  private final WaitingListener listener =
      new WaitingListener() {
        @Override
        public void ended(WaitEnd how, long nanos) {
          ends.add(how + " " + Duration.ofNanos(nanos).toMillis());
        }

        @Override
        public void refused() {
          refused++;
        }
      };

  private ThrottleX engine(Rule... rules) {
    DecisionListener decisions = (request, decision, verdicts) -> reported.add(decision.allowed());
    return ThrottleX.of(RuleBook.of(rules), new MemoryStore(), loop.clock, decisions);
  }

  private HeldRequests held(int most, Rule... rules) {
    return new HeldRequests(engine(rules), loop, most, listener);
  }

  private static RuleBuilder perUser(String limits) {
    return Rule.builder("per-user").key("user").limits(limits);
  }

  private static RuleBuilder global(String limits) {
    return Rule.builder("all").key("global").limits(limits);
  }

  private CompletableFuture<Decision> admit(HeldRequests held, String user) {
    CompletableFuture<Decision> answer = held.admit(RequestContext.ofUser(user));
    loop.settle();
    return answer;
  }

  private void send(HeldRequests held, String user) {
    var unused = admit(held, user);
  }

  private static boolean isAllowed(CompletableFuture<Decision> answer) {
    return answer.isDone() && answer.join().allowed();
  }

  @Test
  void request_thatDoesNotFit_isForwardedWhenItsUnitComes() {
    HeldRequests held = held(10, perUser("1/1s").onExceed(OnExceed.QUEUE).build());

    assertThat(isAllowed(admit(held, "a"))).isTrue();
    CompletableFuture<Decision> second = admit(held, "a");
    CompletableFuture<Decision> third = admit(held, "a");
    loop.advance(SECOND.minusNanos(1));
    assertThat(second).isNotDone();
    assertThat(held.waiting()).isEqualTo(2);
    loop.advance(Duration.ofNanos(1));

    assertThat(isAllowed(second)).isTrue();
    assertThat(third).isNotDone();
    loop.advance(SECOND);
    assertThat(isAllowed(third)).isTrue();
    assertThat(ends).containsExactly("FORWARDED 1000", "FORWARDED 2000");
    assertThat(held.waiting()).isZero();
    assertThat(loop.timers()).isZero();
  }

  @Test
  void request_thatWaits_isReportedOnceWithItsLastDecision() {
    HeldRequests held =
        held(10, perUser("1/10s").onExceed(OnExceed.queue(Duration.ofSeconds(2))).build());

    send(held, "a");
    CompletableFuture<Decision> second = admit(held, "a");
    assertThat(reported).containsExactly(true);
    loop.advance(Duration.ofSeconds(2));

    assertThat(second.join().allowed()).isFalse();
    assertThat(second.join().retryAfter()).isEqualTo(8);
    assertThat(reported).containsExactly(true, false);
    assertThat(ends).containsExactly("DENIED 2000");
    assertThat(loop.timers()).isZero();
  }

  @Test
  void newRequest_whileOthersWait_doesNotOvertakeThem() {
    ThrottleX engine = engine(perUser("2/2s").onExceed(OnExceed.QUEUE).build());
    HeldRequests held = new HeldRequests(engine, loop, 10, listener);
    RequestContext two = RequestContext.builder().user("a").cost(2).build();
    var unused = held.admit(two);
    CompletableFuture<Decision> expensive = held.admit(two);
    loop.settle();

    loop.advance(SECOND);
    CompletableFuture<Decision> cheap = admit(held, "a"); // one unit is free
    assertThat(cheap).isNotDone();
    loop.advance(SECOND);
    assertThat(isAllowed(expensive)).isTrue();
    assertThat(cheap).isNotDone();
    loop.advance(SECOND);
    assertThat(isAllowed(cheap)).isTrue();
  }

  @Test
  void lightKey_besideAHeavyKey_isNotDelayed() {
    HeldRequests held = held(2000, perUser("1/1s").onExceed(OnExceed.QUEUE).build());
    for (int i = 0; i < 1000; i++) {
      send(held, "heavy");
    }

    assertThat(isAllowed(admit(held, "light"))).isTrue();
    assertThat(held.waiting()).isEqualTo(999);
  }

  @Test
  void linesOfTheSameKey_takeTurns() {
    HeldRequests held =
        held(
            100,
            perUser("1000/1s").onExceed(OnExceed.QUEUE).build(),
            global("1/1s").onExceed(OnExceed.QUEUE).build());
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      var unused = admit(held, "heavy").thenAccept(decision -> order.add("heavy" + number));
    }
    for (int i = 0; i < 2; i++) {
      int number = i;
      var unused = admit(held, "light").thenAccept(decision -> order.add("light" + number));
    }
    loop.advance(Duration.ofSeconds(9));

    assertThat(order)
        .containsExactly("heavy0", "heavy1", "light0", "heavy2", "light1", "heavy3", "heavy4");
  }

  @Test
  void heavyUser_whoseOwnLimitIsUsedUp_leavesSharedUnitsToOthers() {
    HeldRequests held =
        held(
            100,
            perUser("1/4s").onExceed(OnExceed.QUEUE).build(),
            global("1/1s").onExceed(OnExceed.QUEUE).build());
    for (int i = 0; i < 50; i++) {
      send(held, "heavy");
    }
    loop.advance(SECOND);

    CompletableFuture<Decision> light = admit(held, "light");
    assertThat(isAllowed(light)).as("heavy waits for its own limit").isTrue();
  }

  @Test
  void slot_thatIsFreed_goesToTheFirstOfItsKeyAtOnce() {
    ThrottleX engine =
        engine(perUser("1/1m").algorithm(Algorithm.CONCURRENCY).onExceed(OnExceed.QUEUE).build());
    HeldRequests held = new HeldRequests(engine, loop, 10, listener);
    Decision holder = admit(held, "a").join();
    CompletableFuture<Decision> second = admit(held, "a");
    CompletableFuture<Decision> third = admit(held, "a");

    engine.release(holder);
    loop.settle();
    assertThat(isAllowed(second)).isTrue();
    assertThat(third).isNotDone();
    engine.release(second.join());
    loop.settle();
    assertThat(isAllowed(third)).isTrue();
    assertThat(loop.timers()).isZero();
  }

  @Test
  void slot_thatIsFreedElsewhere_isNoticedWithinTheNap() {
    ThrottleX engine =
        engine(perUser("1/1m").algorithm(Algorithm.CONCURRENCY).onExceed(OnExceed.QUEUE).build());
    HeldRequests held = new HeldRequests(engine, loop, 10, listener);
    Decision elsewhere = engine.check(RequestContext.ofUser("a")); // another door
    CompletableFuture<Decision> waits = admit(held, "a");
    engine.release(elsewhere);

    loop.advance(Duration.ofMillis(50));
    assertThat(isAllowed(waits)).isTrue();
  }

  @Test
  void client_thatLeaves_givesItsPlaceUp() {
    HeldRequests held = held(2, perUser("1/1s").onExceed(OnExceed.QUEUE).build());
    send(held, "a");
    CompletableFuture<Decision> leaves = admit(held, "a");
    CompletableFuture<Decision> stays = admit(held, "a");
    leaves.cancel(false);
    loop.settle();

    assertThat(held.waiting()).isEqualTo(1);
    assertThat(ends).containsExactly("LEFT 0");
    loop.advance(SECOND);
    assertThat(isAllowed(stays)).isTrue();
    assertThat(loop.timers()).isZero();
  }

  @Test
  void clientOfALargeRequest_thatLeaves_makesRoomForASmallOne() {
    ThrottleX engine = engine(perUser("2/2s").onExceed(OnExceed.QUEUE).build());
    HeldRequests held = new HeldRequests(engine, loop, 10, listener);
    send(held, "a");
    CompletableFuture<Decision> large =
        held.admit(RequestContext.builder().user("a").cost(2).build());
    loop.settle();
    CompletableFuture<Decision> small = admit(held, "a");
    assertThat(small).isNotDone();

    large.cancel(false);
    loop.settle();
    assertThat(isAllowed(small)).isTrue();
  }

  @Test
  void request_aboveTheMaximum_isRefusedWith503() {
    HeldRequests held = held(1, perUser("1/1s").onExceed(OnExceed.QUEUE).build());
    send(held, "a");
    send(held, "a");

    assertRefused(admit(held, "a"), "Too many requests wait.");
    assertThat(refused).isEqualTo(1);
    assertThat(held.waiting()).isEqualTo(1);
    assertThat(isAllowed(admit(held, "b"))).isTrue();
  }

  @Test
  void keyThatFillsAllPlaces_leavesThemToOtherKeys_untilItsLineIsNoLonger() {
    HeldRequests held = held(6, perUser("1/1m").onExceed(OnExceed.QUEUE).build());
    send(held, "light");
    send(held, "other");
    send(held, "heavy");
    List<CompletableFuture<Decision>> heavy = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      heavy.add(admit(held, "heavy"));
    }

    assertRefused(admit(held, "heavy"), "Too many requests wait.");
    List<CompletableFuture<Decision>> others = new ArrayList<>();
    for (String user : List.of("light", "other", "light", "other")) {
      others.add(admit(held, user));
    }

    assertThat(others).noneMatch(CompletableFuture::isDone);
    assertThat(heavy.subList(0, 2)).noneMatch(CompletableFuture::isDone);
    heavy.subList(2, 6).forEach(newest -> assertRefused(newest, "Too many requests wait."));
    assertThat(ends).containsExactly("FAILED 0", "FAILED 0", "FAILED 0", "FAILED 0");
    for (String user : List.of("light", "other", "heavy")) {
      assertRefused(admit(held, user), "Too many requests wait.");
    }
    assertThat(refused).isEqualTo(8);
    assertThat(held.waiting()).isEqualTo(6);
  }

  @Test
  void requestsThatWait_whenTheProxyDrains_areRefusedWith503() {
    HeldRequests held =
        held(
            9,
            perUser("1/1s").onExceed(OnExceed.QUEUE).build(),
            Rule.builder("delays")
                .key("api-key")
                .limits("1/1s")
                .onExceed(OnExceed.delay(Duration.ofSeconds(5)))
                .build());
    send(held, "a");
    List<CompletableFuture<Decision>> waiting = new ArrayList<>();
    waiting.add(admit(held, "a"));
    waiting.add(admit(held, "a"));
    RequestContext delayed = RequestContext.builder().apiKey("k").build();
    var unused = held.admit(delayed);
    waiting.add(held.admit(delayed));
    loop.settle();
    assertThat(held.waiting()).isEqualTo(3);
    CompletableFuture<Void> closed = held.close();
    assertThat(closed).isNotDone();
    var unanswered = closed.thenAccept(done -> assertThat(waiting).allMatch(r -> r.isDone()));
    loop.settle();

    assertThat(unanswered).isCompleted();
    waiting.forEach(answer -> assertRefused(answer, "The proxy is shutting down."));
    assertThat(held.waiting()).isZero();
    assertThat(loop.timers()).isZero();
    assertRefused(admit(held, "a"), "The proxy is shutting down.");
    assertThat(refused).isZero();
  }

  @Test
  void delay_isWaitedExactly() {
    HeldRequests held =
        held(9, perUser("1/1s").onExceed(OnExceed.delay(Duration.ofSeconds(5))).build());
    send(held, "a");
    CompletableFuture<Decision> second = admit(held, "a");
    CompletableFuture<Decision> third = admit(held, "a");
    loop.advance(SECOND.minusNanos(1));
    assertThat(second).isNotDone();
    loop.advance(Duration.ofNanos(1));
    assertThat(isAllowed(second)).isTrue();
    assertThat(third).isNotDone();
    loop.advance(SECOND);
    assertThat(isAllowed(third)).isTrue();
    assertThat(ends).containsExactly("FORWARDED 1000", "FORWARDED 2000");
  }

  @Test
  void request_thatARuleWithoutQueueDenies_isDeniedAtOnce() {
    HeldRequests held =
        held(9, perUser("1/1s").onExceed(OnExceed.QUEUE).build(), global("1/1m").build());
    send(held, "a");

    assertThat(admit(held, "a").join().allowed()).isFalse();
    assertThat(reported).containsExactly(true, false);
    assertThat(held.waiting()).isZero();
  }

  @Test
  void request_thatCanNeverFit_isDeniedAtOnce() {
    HeldRequests held = held(9, perUser("1/1s").onExceed(OnExceed.QUEUE).build());
    RequestContext tooLarge = RequestContext.builder().user("a").cost(2).build();

    assertThat(held.admit(tooLarge).join().allowed()).isFalse();
  }

  @Test
  void rule_thatStopsToQueue_deniesThoseWhoWait() {
    ThrottleX engine = engine(perUser("1/1s").onExceed(OnExceed.QUEUE).build());
    HeldRequests held = new HeldRequests(engine, loop, 10, listener);
    send(held, "a");
    CompletableFuture<Decision> second = admit(held, "a");
    CompletableFuture<Decision> third = admit(held, "a");
    engine.rules(RuleBook.of(perUser("1/1s").build()));
    loop.advance(SECOND);

    assertThat(isAllowed(second)).isTrue();
    assertThat(third.join().allowed()).isFalse();
    assertThat(loop.timers()).isZero();
  }

  private static void assertRefused(CompletableFuture<Decision> answer, String detail) {
    assertThat(answer).isCompletedExceptionally();
    ProxyRefusedException refusal =
        (ProxyRefusedException) answer.handle((decision, failure) -> failure).join();
    assertThat(refusal).hasMessage(detail);
    assertThat(refusal.status()).isEqualTo(503);
    assertThat(refusal.headers()).containsEntry("Retry-After", "1");
  }
}
