package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.KEY;
import static com.throttlex.shared.LeaseLab.LEASED;
import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.SECOND;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charges;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class LeasesTest {
  private static final int DECISIONS = 100_000;

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"SLIDING_WINDOW_LOG", "CONCURRENCY"})
  void busyKey_withAGenerousLimit_needsAtMostOneCallForAHundredDecisions(Algorithm algorithm) {
    for (String rate : List.of("20000/1s", "1000000/1s", "2000000/1m", "100000000/1h")) {
      LeaseLab lab = new LeaseLab(0);
      try (Leases node = lab.node(1)) {
        long admitted = lab.flood(node, limit(algorithm, rate), DECISIONS, MILLI / 10);
        assertThat(admitted).as("admitted under %s", rate).isEqualTo(DECISIONS);
        assertThat(lab.remote.calls()).as("calls under %s", rate).isLessThan(DECISIONS / 100);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SLIDING_WINDOW_LOG", "CONCURRENCY"})
  void exactLimits_areDecidedByTheSharedStore(Algorithm algorithm) {
    LeaseLab lab = new LeaseLab(0);
    try (Leases node = lab.node(1)) {
      assertThat(lab.flood(node, limit(algorithm, "1000/1m"), 1500, MILLI)).isEqualTo(1000);
      assertThat(lab.remote.decisions).isEqualTo(1500);
    }
  }

  @Test
  void steadyKey_onceLeased_neverWaitsForTheSharedStore() {
    for (Algorithm algorithm : List.of(Algorithm.TOKEN_BUCKET, Algorithm.FIXED_WINDOW)) {
      LeaseLab lab = new LeaseLab(4 * MILLI);
      Limit limit = limit(algorithm, "100000000/1h");
      try (Leases node = lab.node(1)) {
        lab.flood(node, limit, 500, MILLI / 5);
        int waited = 0;
        for (int i = 0; i < 20_000; i++) {
          CompletableFuture<Verdicts> asked =
              node.decide(lab.request(limit, 1)).toCompletableFuture();
          waited += asked.isDone() ? 0 : 1;
          lab.time.advance(MILLI / 5);
        }
        assertThat(waited).as("requests that waited under %s", limit).isZero();
      }
    }
  }

  @Test
  void classWithAShare_amongLeasesOfOthers_isAskedForAndNeverTakesMore() {
    for (Algorithm algorithm : List.of(Algorithm.TOKEN_BUCKET, Algorithm.FIXED_WINDOW)) {
      LeaseLab lab = new LeaseLab(MILLI);
      lab.live = 2;
      Limit limit = limit(algorithm, "10000/1h");
      Terms half = new Terms(false, 0, LEASED.sync(), LEASED.onFailure(), 50);
      try (Leases one = lab.node(1);
          Leases other = lab.node(2)) {
        long used = 0;
        long low = 0;
        for (int i = 0; i < 18_000; i++) {
          Charges charges = new Charges().start(lab.time.nanos());
          charges.add(KEY, 0, limit, 1, 0, i % 3 == 0 ? half : LEASED);
          Verdicts asked = lab.ask(i % 2 == 0 ? one : other, charges);
          boolean admitted = asked.admitted();
          used += admitted ? 1 : 0;
          if (admitted && i % 3 == 0) {
            low++;
            assertThat(asked.get(0).remaining()).isGreaterThanOrEqualTo(5000);
            assertThat(used).as("used of %s", limit).isLessThanOrEqualTo(5000 + flowed(lab, limit));
          }
          lab.time.advance(MILLI / 10);
        }
        assertThat(low).as("of the class under %s", limit).isGreaterThan(1000);
        assertThat(used).isBetween(10_000L, 10_000 + flowed(lab, limit));
      }
    }
  }

  /** Returns the most units that a bucket can have refilled by now. */
  private static long flowed(LeaseLab lab, Limit limit) {
    long nanos = lab.time.nanos() - new LeaseLab(0).time.nanos();
    return limit.algorithm() == Algorithm.FIXED_WINDOW ? 0 : nanos * 10_000 / (3600 * SECOND) + 1;
  }

  @Test
  void misses_ofOneKeyAtOnce_shareOneRefill() {
    LeaseLab lab = new LeaseLab(2 * MILLI);
    Limit limit = limit(Algorithm.FIXED_WINDOW, "1000000/1h");
    try (Leases node = lab.node(1)) {
      List<CompletableFuture<Verdicts>> asked = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        asked.add(node.decide(lab.request(limit, 1)).toCompletableFuture());
      }
      assertThat(lab.remote.decisions).isLessThan(10);
      lab.time.advance(20 * MILLI);
      assertThat(asked).allMatch(CompletableFuture::isDone);
      assertThat(asked).allMatch(answer -> answer.join().admitted());
      assertThat(lab.remote.decisions).isLessThan(20);
    }
  }

  @Test
  void limitThatIsUsedUp_isUsedUpToTheLastUnitAndNoFurther() {
    for (int live : new int[] {1, 5}) {
      LeaseLab lab = new LeaseLab(MILLI);
      lab.live = live;
      Limit limit = limit(Algorithm.FIXED_WINDOW, "10000/1h");
      try (Leases node = lab.node(1)) {
        assertThat(lab.flood(node, limit, 12_000, MILLI / 10)).isEqualTo(10_000);
        Verdicts denied = lab.ask(node, limit, 1);
        assertThat(denied.get(0).remaining()).isZero();
        assertThat(denied.get(0).waitNanos()).isPositive();
      }
    }
  }

  @Test
  void answers_ofTheOnlyNode_sayWhatIsLeftExactly() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10000/1h");
    try (Leases node = lab.node(1)) {
      for (int i = 1; i <= 5000; i++) {
        assertThat(lab.ask(node, limit, 1).get(0).remaining()).isEqualTo(10_000 - i);
        lab.time.advance(MILLI / 10);
      }
      Verdicts asks = lab.ask(node, limit, 0);
      assertThat(asks.get(0).remaining()).isEqualTo(5000);
      Verdicts dry = lab.ask(node, lab.request(limit, 5001).dryRun());
      assertThat(dry.admitted()).isFalse();
      assertThat(node.inspect(KEY, 0, 0).toCompletableFuture().join().orElseThrow().remaining())
          .isEqualTo(5000);
    }
  }

  @Test
  void requests_thatCanBeRepeatedOrSettled_areDecidedByTheSharedStore() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.FIXED_WINDOW, "100000/1h");
    try (Leases node = lab.node(1)) {
      lab.flood(node, limit, 1000, MILLI / 10);
      long calls = lab.remote.decisions;
      for (int i = 0; i < 10; i++) {
        lab.ask(node, lab.request(limit, 5).replayKey("same"));
        lab.ask(node, lab.request(limit, 5).reserve("r" + i, SECOND));
        node.settle("r" + i, 0, lab.time.nanos());
      }
      assertThat(lab.remote.decisions).isEqualTo(calls + 20);
      assertThat(lab.ask(node, limit, 0).get(0).remaining()).isEqualTo(100_000 - 1000 - 5);
    }
  }

  @Test
  void limitThatChanges_returnsWhatWasLeasedUnderTheOld() {
    LeaseLab lab = new LeaseLab(0);
    Limit before = limit(Algorithm.FIXED_WINDOW, "10000/1h");
    Limit after = limit(Algorithm.FIXED_WINDOW, "5000/1h");
    try (Leases node = lab.node(1)) {
      assertThat(lab.flood(node, before, 3000, MILLI / 10)).isEqualTo(3000);
      assertThat(lab.left(before)).isLessThan(7000);
      assertThat(lab.ask(node, after, 1).get(0).remaining()).isBetween(1600L, 1999L);
      assertThat(lab.left(after)).isEqualTo(1999);
      assertThat(lab.flood(node, after, 3000, MILLI / 10)).isEqualTo(1999);
    }
  }

  @Test
  void reset_forgetsWhatIsHeld() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10000/1h");
    try (Leases node = lab.node(1)) {
      lab.flood(node, limit, 3000, MILLI / 10);
      assertThat(node.reset(KEY, 0, lab.time.nanos()).toCompletableFuture().join()).isTrue();
      assertThat(lab.ask(node, limit, 1).get(0).remaining()).isEqualTo(9999);
      lab.time.advance(10 * SECOND);
      assertThat(lab.left(limit)).isEqualTo(9999);
    }
  }

  @Test
  void degradedLease_makesItsDecisionsDegraded() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.FIXED_WINDOW, "100000/1h");
    try (Leases node = lab.node(1)) {
      lab.remote.degraded = true;
      for (int i = 0; i < 200; i++) {
        assertThat(lab.ask(node, limit, 1).isDegraded()).isTrue();
        lab.time.advance(MILLI / 10);
      }
      lab.remote.degraded = false;
      lab.flood(node, limit, 500, MILLI / 10);
      assertThat(lab.ask(node, limit, 1).isDegraded()).isFalse();
    }
  }

  @Test
  void sharedStore_whenItFails_failsOnlyWhatIsNotHeld() {
    LeaseLab lab = new LeaseLab(MILLI);
    Limit limit = limit(Algorithm.FIXED_WINDOW, "100000/1h");
    try (Leases node = lab.node(1)) {
      lab.flood(node, limit, 1000, MILLI / 10);
      lab.remote.down = true;
      int answered = 0;
      CompletableFuture<Verdicts> asked;
      do {
        asked = node.decide(lab.request(limit, 1)).toCompletableFuture();
        lab.time.advance(5 * MILLI);
        answered++;
      } while (!asked.isCompletedExceptionally() && answered < 100_000);
      assertThat(answered).isBetween(10, 1000);
      lab.remote.down = false;
      lab.time.advance(20 * MILLI);
      assertThat(lab.ask(node, limit, 1).admitted()).isTrue();
    }
  }

  @Test
  void nodeThatIsClosed_returnsAllAndLeasesNothingMore() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.SLIDING_WINDOW_COUNTER, "10000/1h");
    Leases node = lab.node(1);
    lab.flood(node, limit, 2000, MILLI / 10);
    assertThat(lab.left(limit)).isLessThan(8000);
    node.close();
    assertThat(lab.left(limit)).isEqualTo(8000);
    lab.flood(node, limit, 100, MILLI / 10);
    assertThat(lab.left(limit)).isEqualTo(7900);
  }

  @Test
  void delayingRule_isDecidedByTheSharedStore() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.LEAKY_BUCKET, "1000/1s");
    try (Leases node = lab.node(1)) {
      for (int i = 0; i < 500; i++) {
        Charges charges = new Charges().start(lab.time.nanos());
        Terms terms = new Terms(false, SECOND, LEASED.sync(), LEASED.onFailure());
        charges.add(KEY, 0, limit, 1, 0, terms);
        assertThat(lab.ask(node, charges).get(0).delayNanos()).isEqualTo(i * MILLI);
      }
    }
  }
}
