package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of shares: a priority class uses up its share of a limit. */
interface SharesContract extends StoreFixture {
  int CLASS_THREADS = 64;
  int CLASS_ATTEMPTS = 10;
  long CLASS_AMOUNT = 500;

  @Test
  default void oneKey_from64ThreadsOfSeveralClasses_leavesToOthersWhatIsTheirs() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, CLASS_AMOUNT + "/1d");
      Key key = StoreDriver.key("classes");
      try (StoreDriver store = open()) {
        assertThat(admitted(store, key, limit, 10, 50)).as("half of %s", limit).isEqualTo(250);
        assertThat(store.ask(key, limit, 1).remaining()).isEqualTo(250);
        assertThat(admitted(store, key, limit, 50, 80)).as("80 %% of %s", limit).isEqualTo(150);
        assertThat(admitted(store, key, limit, 80, 100)).as("all of %s", limit).isEqualTo(100);
        assertThat(store.ask(key, limit, 1).remaining()).isZero();
      }
    }
  }

  /** Returns the units that threads of two classes are admitted; none gets more than its share. */
  private static long admitted(StoreDriver store, Key key, Limit limit, int some, int others) {
    return Together.sum(
        CLASS_THREADS, thread -> admitted(store, key, limit, thread % 2 == 0 ? some : others));
  }

  private static long admitted(StoreDriver store, Key key, Limit limit, int share) {
    long units = 0;
    for (int i = 0; i < CLASS_ATTEMPTS; i++) {
      Charges charges = store.start();
      charges.add(key, 0, limit, 1, 0, ofShare(share));
      Verdicts answer = store.decide(charges);
      if (answer.admitted()) {
        units++;
        assertThat(answer.get(0).remaining())
            .as("units of %s left by a class with %s %%", limit, share)
            .isGreaterThanOrEqualTo(CLASS_AMOUNT - CLASS_AMOUNT * share / 100);
      }
    }
    return units;
  }

  private static Terms ofShare(int share) {
    return new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL, share);
  }

  @Test
  default void waiting_inAClassAsLongAsTold_makesTheSameRequestPassAndNoSooner() {
    Random random = new Random(5);
    try (StoreDriver store = open()) {
      for (Algorithm algorithm : Algorithm.values()) {
        for (String rate : List.of("7/1m", "40/1s")) {
          Limit limit = limit(algorithm, rate);
          Key key = StoreDriver.key(limit.toString());
          for (int i = 0; i < 12; i++) {
            int share = List.of(10, 50, 80).get(i % 3);
            store.charge(key, limit, 1 + random.nextLong(limit.capacity() / 2));
            passesAfterTheWait(store, key, limit, share, random);
          }
        }
      }
    }
  }

  private static void passesAfterTheWait(
      StoreDriver store, Key key, Limit limit, int share, Random random) {
    long most = Math.max(1, limit.capacity() * share / 100);
    long cost = 1 + random.nextLong(most);
    ChargeAnswer answer = charge(store, key, limit, cost, share);
    if (!answer.allowed()) {
      assertThat(answer.waitNanos()).isPositive().isNotEqualTo(Limit.NEVER);
      store.advance(answer.waitNanos() - 1);
      ChargeAnswer early = charge(store, key, limit, cost, share);
      assertThat(early.allowed()).as("%s of %s a nanosecond early", cost, limit).isFalse();
      assertThat(early.waitNanos()).isEqualTo(1);
      store.advance(1);
      assertThat(charge(store, key, limit, cost, share).allowed())
          .as("%s of %s in a class with %s %%", cost, limit, share)
          .isTrue();
    }
    assertThat(charge(store, key, limit, most + 1, share).waitNanos())
        .as("more than a class with %s %% of %s ever gets", share, limit)
        .isEqualTo(Limit.NEVER);
  }

  private static ChargeAnswer charge(
      StoreDriver store, Key key, Limit limit, long cost, int share) {
    Charges charges = store.start();
    charges.add(key, 0, limit, cost, 0, ofShare(share));
    return ChargeAnswer.of(store.decide(charges).get(0));
  }
}
