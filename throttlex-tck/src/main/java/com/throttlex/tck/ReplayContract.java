package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The contract of idempotency: for five minutes a repeated request gets the answers of its
 * admission again, and is charged once. A denial is not stored.
 */
interface ReplayContract extends StoreFixture {
  @Test
  default void repetition_withinFiveMinutes_getsTheFirstAnswersAndIsChargedOnce() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "10/1h");
      Request request =
          Request.of(new Part("a", 0, limit, 3), new Part("b", 0, limit, 2)).repeatable("once");
      try (StoreDriver store = open()) {
        List<ChargeAnswer> first = store.decide(request);
        for (int minute = 0; minute < 5; minute++) {
          assertThat(store.decide(request)).as("minute %s", minute).isEqualTo(first);
          store.advance(Duration.ofMinutes(1));
        }
        store.advance(-1);
        assertThat(store.decide(request)).as("the last nanosecond").isEqualTo(first);
        store.at(NOON);
        assertThat(store.ask(StoreDriver.key("a"), limit, 1).remaining()).isEqualTo(7);
        assertThat(store.ask(StoreDriver.key("b"), limit, 1).remaining()).isEqualTo(8);
      }
    }
  }

  @Test
  default void repetition_afterFiveMinutes_isDecidedAnew() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1d");
    Request request = Request.of(new Part("a", 0, limit, 3)).repeatable("again");
    try (StoreDriver store = open()) {
      store.decide(request);
      store.advance(Duration.ofMinutes(5));
      assertThat(store.decide(request).get(0).remaining()).isEqualTo(4);
      assertThat(store.decide(request).get(0).remaining()).isEqualTo(4);
    }
  }

  @Test
  default void denial_whenRepeatedAfterTheWait_isAdmittedAndThatIsKept() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "2/1m");
      try (StoreDriver store = open()) {
        store.charge(StoreDriver.key("a"), limit, 2);
        Request request =
            Request.of(new Part("a", 0, limit, 2), new Part("b", 0, limit, 2)).repeatable("denied");
        List<ChargeAnswer> denied = store.decide(request);
        assertThat(denied).extracting(ChargeAnswer::allowed).containsExactly(false, true);
        assertThat(store.decide(request)).as("repeated at once").isEqualTo(denied);

        store.advance(denied.get(0).waitNanos());
        List<ChargeAnswer> admitted = store.decide(request);
        assertThat(admitted).as("after the wait").allMatch(ChargeAnswer::allowed);
        store.advance(Duration.ofMinutes(2));
        assertThat(store.decide(request)).as("two minutes later").isEqualTo(admitted);
        assertThat(store.ask(StoreDriver.key("a"), limit, 2).allowed()).as("charged once").isTrue();
      }
    }
  }

  @Test
  default void denials_from32ThreadsUnderOneReplayKey_letOneBeChargedWhenThereIsRoom() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "5/1m");
    Request request = Request.of(new Part("hot", 0, limit, 5)).repeatable("denied");
    try (StoreDriver store = open()) {
      store.charge(StoreDriver.key("hot"), limit, 1);
      for (List<ChargeAnswer> answer : Together.run(32, thread -> store.decide(request))) {
        assertThat(answer.get(0).allowed()).isFalse();
      }
      store.advance(Duration.ofMinutes(1));
      List<List<ChargeAnswer>> answers = Together.run(32, thread -> store.decide(request));
      assertThat(answers).containsOnly(answers.get(0));
      assertThat(answers.get(0).get(0).allowed()).isTrue();
      assertThat(store.ask(StoreDriver.key("hot"), limit, 1).remaining()).isZero();
    }
  }

  @Test
  default void dryRun_withAReplayKey_isNotKept() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1d");
    Request request = Request.of(new Part("a", 0, limit, 3)).repeatable("asked");
    try (StoreDriver store = open()) {
      assertThat(store.decide(request.asDryRun().repeatable("asked")).get(0).remaining())
          .isEqualTo(10);
      assertThat(store.decide(request).get(0).remaining()).isEqualTo(7);
      assertThat(store.decide(request.asDryRun().repeatable("asked")).get(0).remaining())
          .isEqualTo(7);
    }
  }

  @Test
  default void repetitions_from32ThreadsAtOnce_areChargedOnceAndAnsweredAlike() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "1000/1d");
      try (StoreDriver store = open()) {
        for (int round = 0; round < Math.min(20, times(64)); round++) {
          String name = "round-" + round;
          List<List<ChargeAnswer>> answers =
              Together.run(
                  32,
                  thread ->
                      store.decide(Request.of(new Part("hot", 0, limit, 5)).repeatable(name)));
          long left = 1000 - 5L * (round + 1);
          assertThat(answers).as("answers of %s", name).containsOnly(answers.get(0));
          assertThat(answers.get(0).get(0).remaining()).as("left after %s", name).isEqualTo(left);
        }
      }
    }
  }

  @Test
  default void repetition_ofAReservingRequest_getsTheFirstReservation() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1d");
    Key key = StoreDriver.key("a");
    try (StoreDriver store = open()) {
      for (String name : List.of("first", "second")) {
        Charges charges = store.start().replayKey("reserving").reserve(name, 1_000_000_000L);
        charges.add(key, 0, limit, 3);
        assertThat(store.decide(charges).reservation()).startsWith("first");
      }
      assertThat(store.settle("first", 1)).hasToString("SETTLED");
      assertThat(store.settle("second", 1)).hasToString("UNKNOWN");
      assertThat(store.ask(key, limit, 1).remaining()).isEqualTo(9);
    }
  }
}
