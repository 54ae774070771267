package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The contract of atomicity: the charges of one request are decided together. All charges that
 * count are made, or none.
 */
interface AtomicityContract extends StoreFixture {
  @Test
  default void denial_ofOneLimit_chargesNoneOfTheOthers() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit wide = limit(algorithm, "10/1h");
      Limit narrow = limit(algorithm, "1/1h");
      try (StoreDriver store = open()) {
        Request request =
            Request.of(
                new Part("a", 0, wide, 1), new Part("a", 1, narrow, 1), new Part("b", 0, wide, 1));
        assertThat(store.decide(request)).allMatch(ChargeAnswer::allowed);
        List<ChargeAnswer> denied = store.decide(request);
        assertThat(denied).extracting(ChargeAnswer::allowed).containsExactly(true, false, true);
        assertThat(denied).extracting(ChargeAnswer::remaining).containsExactly(9L, 0L, 9L);
        assertThat(store.ask(StoreDriver.key("a"), wide, 1).remaining()).isEqualTo(9);
        assertThat(store.ask(StoreDriver.key("b"), wide, 1).remaining()).isEqualTo(9);
      }
    }
  }

  @Test
  default void denial_ofASingleLimit_changesNothing() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "10/1h");
      Key key = StoreDriver.key("denied");
      try (StoreDriver store = open()) {
        ChargeAnswer used = store.charge(key, limit, 7);
        for (int i = 0; i < 100; i++) {
          ChargeAnswer denied = store.charge(key, limit, 4);
          assertThat(denied.allowed()).isFalse();
          assertThat(denied.remaining()).as("left under %s", limit).isEqualTo(3);
          assertThat(denied.resetAt()).isEqualTo(used.resetAt());
        }
        assertThat(store.charge(key, limit, 3).allowed()).isTrue();
      }
    }
  }

  @Test
  default void shadow_whenItDenies_blocksNothingAndIsNotCharged() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit wide = limit(algorithm, "10/1h");
      Limit narrow = limit(algorithm, "1/1h");
      try (StoreDriver store = open()) {
        Request request =
            Request.of(
                new Part("enforced", 0, wide, 2, 0, false, 0),
                new Part("shadow", 0, narrow, 2, 1, true, 0),
                new Part("shadow", 1, wide, 2, 1, true, 0));
        assertThat(store.decide(request)).extracting(ChargeAnswer::allowed).contains(false);
        List<ChargeAnswer> again = store.decide(request);
        assertThat(again).extracting(ChargeAnswer::allowed).containsExactly(true, false, true);
        assertThat(again)
            .as("left when the shadow rule's charges are dropped together")
            .extracting(ChargeAnswer::remaining)
            .containsExactly(6L, 1L, 10L);
      }
    }
  }

  @Test
  default void shadow_whenAnotherRuleDenies_isNotCharged() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1h");
    try (StoreDriver store = open()) {
      Request request =
          Request.of(
              new Part("enforced", 0, limit, 11, 0, false, 0),
              new Part("shadow", 0, limit, 1, 1, true, 0));
      assertThat(store.decide(request))
          .extracting(ChargeAnswer::remaining)
          .containsExactly(10L, 10L);
    }
  }

  @Test
  default void charges_inAnyOrder_getTheSameAnswers() {
    Random random = new Random(1);
    for (int round = 0; round < 50; round++) {
      List<Part> parts = parts(random);
      List<Part> shuffled = new ArrayList<>(parts);
      Collections.shuffle(shuffled, random);
      try (StoreDriver one = open();
          StoreDriver other = open()) {
        for (int i = 0; i < 5; i++) {
          List<ChargeAnswer> answers = one.decide(new Request(parts, false, null, 0, null));
          List<ChargeAnswer> others = other.decide(new Request(shuffled, false, null, 0, null));
          for (int p = 0; p < parts.size(); p++) {
            assertThat(others.get(shuffled.indexOf(parts.get(p))))
                .as("answer to %s", parts.get(p))
                .isEqualTo(answers.get(p));
          }
        }
      }
    }
  }

  private static List<Part> parts(Random random) {
    List<Part> parts = new ArrayList<>();
    Algorithm[] algorithms = Algorithm.values();
    for (int i = 0; i < 6; i++) {
      Limit limit = limit(algorithms[random.nextInt(algorithms.length)], "5/1h");
      parts.add(new Part("key-" + i, i % 2, limit, random.nextInt(4), i % 3, i % 3 == 2, 0));
    }
    return parts;
  }

  @Test
  default void asking_withoutCostOrWithADryRun_changesNothing() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "10/1h");
      Limit other = limit(algorithm, "3/7m");
      Key key = StoreDriver.key("asked");
      try (StoreDriver store = open()) {
        assertThat(store.ask(key, limit, 1).remaining()).isEqualTo(10);
        assertThat(store.inspect(key, 0)).isEmpty();
        ChargeAnswer charged = store.charge(key, limit, 5);
        for (int i = 0; i < 10; i++) {
          assertThat(store.ask(key, other, 1).remaining()).isZero();
          assertThat(store.charge(key, limit, 0).remaining()).isEqualTo(5);
          assertThat(store.ask(key, limit, 6).allowed()).isFalse();
        }
        assertThat(store.ask(key, limit, 5)).as("the answer under %s", limit).isEqualTo(charged);
      }
    }
  }

  @Test
  default void requests_fromManyThreads_areNeverSeenHalf() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "1000000/1h");
    List<Key> keys =
        isAtomicAcrossSubjects()
            ? List.of(StoreDriver.key("left"), StoreDriver.key("right"))
            : List.of(Key.of("left|user=one", "one"), Key.of("right|user=one", "one"));
    try (StoreDriver store = open()) {
      long uneven =
          Together.sum(
              8, thread -> thread % 2 == 0 ? both(store, keys, limit) : look(store, keys, limit));
      assertThat(uneven).as("times the two counters were seen to differ").isZero();
    }
  }

  private long both(StoreDriver store, List<Key> keys, Limit limit) {
    for (int i = 0; i < times(2000); i++) {
      Charges charges = store.start();
      charges.add(keys.get(i % 2), 0, limit, 1);
      charges.add(keys.get(1 - i % 2), 0, limit, 1);
      store.decide(charges);
    }
    return 0;
  }

  private long look(StoreDriver store, List<Key> keys, Limit limit) {
    long uneven = 0;
    for (int i = 0; i < times(2000); i++) {
      Charges charges = store.start().dryRun();
      charges.add(keys.get(0), 0, limit, 1);
      charges.add(keys.get(1), 0, limit, 1);
      Verdicts answer = store.decide(charges);
      uneven += answer.get(0).remaining() == answer.get(1).remaining() ? 0 : 1;
    }
    return uneven;
  }
}
