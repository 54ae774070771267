package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CoalescerDeadlineTest {
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/1h"));
  private static final Limit OTHER = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1/1d"));
  private static final Duration TIMEOUT = Duration.ofMillis(50);

  private final SteppedTime time = new SteppedTime();
  private final HeldStore store = new HeldStore();
  private final Coalescer coalescer =
      new Coalescer(store, new CoalescerSettings(TIMEOUT, 10, 1, 100), time, time);

  private Charges charges(String key) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(Key.of(key, key), 0, LIMIT, 1);
    return charges;
  }

  private CompletionStage<Verdicts> decide(String key) {
    return coalescer.decide(charges(key));
  }

  private static void assertUnavailable(CompletionStage<Verdicts> call) {
    assertThat(call).isCompletedExceptionally();
    assertThat(call.handle((done, failure) -> failure).toCompletableFuture().join())
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void callOnItsWay_whenTheTimeoutIsOver_hasFailed() {
    CompletionStage<Verdicts> call = decide("a");
    time.passMillis(44);
    assertThat(call).isNotDone();
    time.passMillis(6);

    assertUnavailable(call);
  }

  @Test
  void callOnItsWay_whenThisProcessStoodStill_waitsOnAsIfNothingWas() {
    CompletionStage<Verdicts> answered = decide("a");
    time.stallMillis(200);
    time.passMillis(30);
    assertThat(answered).isNotDone();
    store.answer(0);
    assertThat(answered).isCompleted();

    CompletionStage<Verdicts> forgotten = decide("b");
    time.stallMillis(200);
    time.passMillis(50);
    assertUnavailable(forgotten);
  }

  @Test
  void callOnItsWay_whileAnswersAreNotRead_waitsOn() {
    store.stopReading();
    CompletionStage<Verdicts> answered = decide("a");
    time.passMillis(500);
    assertThat(answered).isNotDone();
    store.readAgain();
    store.answer(0);
    assertThat(answered).isCompleted();
  }

  @Test
  void callOnItsWay_inAProcessThatNeverRuns_failsInTheEnd() {
    store.stopReading();
    CompletionStage<Verdicts> forgotten = decide("a");
    time.passMillis(1_900);
    assertThat(forgotten).isNotDone();
    time.passMillis(200);
    assertUnavailable(forgotten);
  }

  @Test
  void settlement_thatIsNotAnswered_failsWhenTheTimeoutIsOver() {
    store.holdSettlements();
    CompletionStage<Settlement> settled = coalescer.settle("r", 0, 0);
    time.passMillis(44);
    assertThat(settled).isNotDone();
    time.passMillis(6);
    assertThat(settled).isCompletedExceptionally();
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void callThatWaits_whenTheTimeoutIsOver_hasFailedAndIsNeverSent() {
    decide("a");
    time.passMillis(20);
    CompletionStage<Verdicts> waits = decide("b");
    time.passMillis(24);
    store.answer(0);
    assertThat(store.batch(1).keys()).containsExactly("b");
    CompletionStage<Verdicts> waitsLonger = decide("c");
    time.passMillis(26);
    assertUnavailable(waits);
    assertThat(store.batch(2).keys()).containsExactly("c");
    time.passMillis(24);

    assertUnavailable(waitsLonger);
  }

  @Test
  void callsThatExpireInTheQueue_leaveIt() {
    Coalescer narrow = new Coalescer(store, new CoalescerSettings(TIMEOUT, 10, 1, 2), time, time);
    narrow.decide(charges("a"));
    time.passMillis(10);
    narrow.decide(charges("b"));
    narrow.decide(charges("c"));
    assertUnavailable(narrow.decide(charges("d")));
    time.passMillis(100);

    assertThat(store.batches).hasSize(2);
    CompletionStage<Verdicts> call = narrow.decide(charges("e"));
    assertThat(call).isNotDone();
    assertThat(store.batches).hasSize(3);
  }

  @Test
  void batchThatIsNeverAnswered_makesRoomWhenItsTimeIsOver() {
    for (int i = 0; i < 20; i++) {
      CompletionStage<Verdicts> call = decide("a");
      assertThat(store.batches).hasSize(i + 1);
      time.passMillis(50);
      assertUnavailable(call);
    }
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void lateAnswer_ofATimedOutRequest_changesNothingThatItsCallerHas() {
    Charges charges = charges("a").reserve("first", 1_000_000_000L);
    CompletionStage<Verdicts> call = coalescer.decide(charges);
    time.passMillis(50);
    assertUnavailable(call);
    Verdicts instead = new Verdicts(charges);
    instead.get(0).judged(false, 5, 6);
    instead.get(0).report(7, 8, 9);
    Verdicts late = store.batch(0).requests().get(0);
    late.reservedAs("first@1");
    late.get(0).answeredUnder(OTHER);
    store.answer(0);

    assertUnavailable(call);
    assertThat(charges.reservation()).isEqualTo("first");
    assertThat(charges.get(0).limit()).isEqualTo(LIMIT);
    assertThat(instead.reservation()).isEqualTo("first");
    assertThat(instead.get(0).allowed()).isFalse();
    assertThat(instead.get(0).waitNanos()).isEqualTo(5);
    assertThat(instead.get(0).remaining()).isEqualTo(7);
    assertThat(instead.get(0).limit()).isEqualTo(LIMIT);
  }

  @Test
  void charges_thatTheStoreMayStillRead_startNoOtherRequest() {
    Charges charges = charges("a");
    CompletionStage<Verdicts> call = coalescer.decide(charges);
    time.passMillis(50);
    assertUnavailable(call);

    assertThat(charges.isKept()).isTrue();
    assertThatThrownBy(() -> charges.start(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("charges: kept by a store (expected: a new object)");
    assertThat(store.batch(0).keys()).containsExactly("a");
  }

  @Test
  void lateFailureOfTheBatch_isNotAskedSingly() {
    decide("a");
    decide("b");
    decide("c");
    store.answer(0);
    time.passMillis(50);
    store.batch(1).fail(new IllegalStateException("WRONGTYPE"));

    assertThat(store.batches).hasSize(2);
  }

  @Test
  void requestAskedAgain_isWhatItsCallerAsked() {
    decide("1");
    coalescer.decide(charges("a").reserve("work", 5));
    decide("b");
    store.answer(0);
    Verdicts spoiled = store.batch(1).requests().get(0);
    spoiled.reservedAs("work@1");
    spoiled.now(1);
    store.batch(1).fail(new IllegalStateException("WRONGTYPE"));

    Verdicts again = store.batch(2).requests().get(0);
    assertThat(again).isNotSameAs(spoiled);
    assertThat(again.reservation()).isEqualTo("work");
    assertThat(again.now()).isEqualTo(time.nanos());
  }
}
