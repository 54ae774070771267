package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CoalescerTest {
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/1h"));
  private static final Duration TIMEOUT = Duration.ofMillis(50);

  private final SteppedTime time = new SteppedTime();
  private final HeldStore store = new HeldStore();
  private final Coalescer coalescer =
      new Coalescer(store, new CoalescerSettings(TIMEOUT, 3, 2, 7), time, time);

  private Charges charges(String key) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(Key.of(key, key), 0, LIMIT, 1);
    return charges;
  }

  private CompletionStage<Verdicts> decide(String key) {
    return coalescer.decide(charges(key));
  }

  private List<CompletionStage<Verdicts>> decideAll(String... keys) {
    List<CompletionStage<Verdicts>> calls = new ArrayList<>();
    for (String key : keys) {
      calls.add(decide(key));
    }
    return calls;
  }

  @Test
  void call_whenNothingIsOnItsWay_goesOutAtOnce() {
    decide("a");

    assertThat(store.batches).hasSize(1);
    assertThat(store.batch(0).keys()).containsExactly("a");
  }

  @Test
  void calls_whileTheMostIsOnItsWay_waitAndLeaveTogetherInTheirOrder() {
    List<CompletionStage<Verdicts>> calls = decideAll("a", "b", "c", "d", "e", "f", "g");
    assertThat(store.batches).hasSize(2);

    store.answer(1);
    assertThat(store.batches).hasSize(3);
    assertThat(store.batch(2).keys()).containsExactly("c", "d", "e");
    store.answer(0);
    assertThat(store.batch(3).keys()).containsExactly("f", "g");
    store.answer(3);
    store.answer(2);

    assertThat(calls).allMatch(call -> call.toCompletableFuture().isDone()).noneMatch(this::failed);
  }

  private boolean failed(CompletionStage<Verdicts> call) {
    return call.toCompletableFuture().isCompletedExceptionally();
  }

  @Test
  void answer_ofTheStore_reachesTheCaller() {
    Charges charges = charges("a").reserve("work", 1_000_000_000L);
    CompletionStage<Verdicts> call = coalescer.decide(charges);
    store.batch(0).requests().get(0).reservedAs("work@1");
    store.answer(0);

    assertThat(call).isCompleted();
    Verdicts answer = call.toCompletableFuture().join();
    assertThat(answer.charges()).isSameAs(charges);
    assertThat(answer.admitted()).isTrue();
    assertThat(answer.get(0).remaining()).isEqualTo(9);
    assertThat(answer.reservation()).isEqualTo("work@1");
  }

  @Test
  void whatIsAsked_reachesTheStore() {
    coalescer.decide(charges("a").dryRun().replayKey("once").reserve("work", 7));

    Charges request = store.batch(0).requests().get(0).charges();
    assertThat(request.isDryRun()).isTrue();
    assertThat(request.replayKey()).isEqualTo("once");
    assertThat(request.reservation()).isEqualTo("work");
    assertThat(request.reservationNanos()).isEqualTo(7);
    assertThat(request.now()).isEqualTo(time.nanos());
  }

  @Test
  void call_whenTheQueueIsFull_failsAtOnce() {
    decideAll("1", "2", "a", "b", "c", "d", "e", "f", "g");
    CompletionStage<Verdicts> call = decide("h");

    assertUnavailable(call);
    store.answer(0);
    assertThat(decide("h")).isNotDone();
  }

  private static void assertUnavailable(CompletionStage<Verdicts> call) {
    assertThat(call).isCompletedExceptionally();
    assertThat(call.handle((done, failure) -> failure).toCompletableFuture().join())
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void requestThatTheStoreCannotDecide_doesNotFailItsNeighbours() {
    List<CompletionStage<Verdicts>> calls = decideAll("1", "2", "a", "bad", "b");
    store.answer(0);
    assertThat(store.batch(2).keys()).containsExactly("a", "bad", "b");
    store.batch(2).fail(new IllegalStateException("WRONGTYPE"));
    assertThat(store.batch(3).keys()).containsExactly("a");
    assertThat(store.batch(4).keys()).containsExactly("bad");
    assertThat(store.batch(5).keys()).containsExactly("b");
    store.answer(3);
    store.batch(4).fail(new IllegalStateException("WRONGTYPE"));
    store.answer(5);

    assertThat(calls.get(2)).isCompleted();
    assertThat(calls.get(4)).isCompleted();
    assertThat(calls.get(3).handle((done, failure) -> failure).toCompletableFuture().join())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("WRONGTYPE");
  }

  @Test
  void batchThatIsAskedSingly_keepsItsPlaceUntilTheLastAnswer() {
    decideAll("1", "2", "a", "bad");
    store.answer(0);
    store.batch(2).fail(new IllegalStateException("WRONGTYPE"));
    decide("next");
    store.answer(3);
    assertThat(store.batches).hasSize(5);
    store.batch(4).fail(new IllegalStateException("WRONGTYPE"));

    assertThat(store.batch(5).keys()).containsExactly("next");
  }

  @Test
  void batchThatTheStoreCouldNotDecide_failsAllItsCalls() {
    List<CompletionStage<Verdicts>> calls = decideAll("1", "2", "a", "b");
    store.answer(0);
    store.batch(2).fail(new StoreUnavailableException("store: down"));

    assertUnavailable(calls.get(2));
    assertUnavailable(calls.get(3));
    assertThat(store.batches).hasSize(3);
  }

  @Test
  void close_failsWhatWaitsAndWhatIsOnItsWay() {
    List<CompletionStage<Verdicts>> calls = decideAll("a", "b", "c", "d");
    coalescer.close();

    calls.forEach(CoalescerTest::assertUnavailable);
    assertUnavailable(decide("e"));
    assertThat(store.closed).isTrue();
    time.passMillis(20);
    assertThat(time.scheduled()).isZero();
  }

  @Test
  void settlementInspectionAndReset_passThrough() {
    coalescer.decide(charges("a").reserve("work", 1_000_000_000L));
    store.answer(0);
    Key key = Key.of("a", "a");
    long now = time.nanos();

    assertThat(coalescer.inspect(key, 0, now).toCompletableFuture().join())
        .hasValueSatisfying(status -> assertThat(status.remaining()).isEqualTo(9));
    assertThat(coalescer.settle("work", 0, now).toCompletableFuture())
        .isCompletedWithValue(Settlement.SETTLED);
    assertThat(coalescer.reset(key, 0, now).toCompletableFuture()).isCompletedWithValue(true);
  }

  @Test
  void storeThatAnswersAtOnce_costsNoTimer() {
    FaultyStore quick = new FaultyStore(time);
    Coalescer over = new Coalescer(quick, CoalescerSettings.of(TIMEOUT), time, time);

    assertThat(over.decide(charges("a")).toCompletableFuture()).isCompleted();
    assertThat(time.scheduled()).isZero();
  }
}
