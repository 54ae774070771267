package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.KEY;
import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.SECOND;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.shared.simulation.Timeline;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class DenyCacheTest {
  private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());
  private static final Limit TEN = limit(Algorithm.TOKEN_BUCKET, "10/1s");

  private final Timeline time = new Timeline();
  private final RemoteStore remote = new RemoteStore(time, 0);
  private final DenyCache cache = new DenyCache(remote, time);

  private Verdicts ask(Limit limit, long cost) {
    return ask(cache, charges(limit, cost));
  }

  private Charges charges(Limit limit, long cost) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(KEY, 0, limit, cost);
    return charges;
  }

  /** Returns a request of a priority class with a share of the limit. */
  private Charges charges(Limit limit, long cost, int share) {
    Charges charges = new Charges().start(time.nanos());
    charges.add(KEY, 0, limit, cost, 0, terms(false, share));
    return charges;
  }

  private static Terms terms(boolean shadow, int share) {
    return new Terms(shadow, 0, Sync.STRICT, Terms.PLAIN.onFailure(), share);
  }

  private static Verdicts ask(Store store, Charges charges) {
    return store.decide(charges).toCompletableFuture().join();
  }

  @Test
  void denial_untilItsWaitIsOver_isRepeatedHereAndNoLonger() {
    ask(TEN, 10);
    assertThat(ask(TEN, 1).get(0).waitNanos()).isEqualTo(100 * MILLI);
    time.advance(100 * MILLI - 1);
    long calls = remote.calls();
    assertThat(ask(TEN, 1).get(0).waitNanos()).isEqualTo(1);
    assertThat(ask(TEN, 3).get(0).waitNanos()).as("for more").isEqualTo(200 * MILLI + 1);
    assertThat(ask(TEN, 11).get(0).waitNanos()).as("for too much").isEqualTo(Limit.NEVER);
    assertThat(remote.calls()).isEqualTo(calls);
    time.advance(1);
    assertThat(ask(TEN, 1).admitted()).isTrue();
  }

  @Test
  void denial_ofALongWait_isKeptForASecond() {
    Limit hourly = limit(Algorithm.FIXED_WINDOW, "10/1h");
    ask(hourly, 10);
    long wait = ask(hourly, 1).get(0).waitNanos();
    remote.memory.reset(KEY, 0, time.nanos());
    time.advance(SECOND - 1);
    assertThat(ask(hourly, 1).get(0).waitNanos()).isEqualTo(wait - SECOND + 1);
    time.advance(1);
    assertThat(ask(hourly, 1).admitted()).isTrue();
  }

  @Test
  void denial_ofOtherQuestions_isAskedFor() {
    ask(TEN, 10);
    assertThat(ask(TEN, 2).admitted()).isFalse();
    long calls = remote.calls();
    assertThat(ask(TEN, 1).admitted()).as("less").isFalse();
    assertThat(ask(cache, charges(TEN, 2).dryRun()).admitted()).isFalse();
    assertThat(ask(cache, charges(TEN, 2).replayKey("once")).admitted()).isFalse();
    assertThat(remote.calls()).isEqualTo(calls + 3);
    assertThat(ask(cache, charges(TEN, 2).reserve("r", SECOND)).admitted()).isFalse();
    assertThat(ask(limit(Algorithm.TOKEN_BUCKET, "20/1s"), 2).admitted()).as("raised").isTrue();
  }

  @Test
  void denial_ofALowClass_isRepeatedToItsLikeAndDeniesNoHigherOne() {
    ask(TEN, 5);
    assertThat(ask(cache, charges(TEN, 1, 50)).get(0).waitNanos()).isEqualTo(100 * MILLI);
    long calls = remote.calls();
    assertThat(ask(cache, charges(TEN, 1, 50)).get(0).waitNanos()).isEqualTo(100 * MILLI);
    assertThat(ask(cache, charges(TEN, 1, 0)).get(0).waitNanos()).isEqualTo(Limit.NEVER);
    assertThat(remote.calls()).isEqualTo(calls);
    assertThat(ask(cache, charges(TEN, 1, 60)).admitted()).as("a higher class").isTrue();
    assertThat(ask(TEN, 4).admitted()).as("the highest class").isTrue();
  }

  @Test
  void denial_ofAHighClass_deniesLowerOnesForLonger() {
    ask(TEN, 10);
    assertThat(ask(TEN, 1).get(0).waitNanos()).isEqualTo(100 * MILLI);
    long calls = remote.calls();
    assertThat(ask(cache, charges(TEN, 1, 50)).get(0).waitNanos()).isEqualTo(600 * MILLI);
    assertThat(remote.calls()).isEqualTo(calls);
  }

  @Test
  void concurrency_isAlwaysAsked() {
    Limit slots = limit(Algorithm.CONCURRENCY, "1/1m");
    ask(cache, charges(slots, 1).reserve("slot", SECOND));
    assertThat(ask(slots, 1).admitted()).isFalse();
    remote.settle("slot", Store.AS_CHARGED, time.nanos());
    assertThat(ask(slots, 1).admitted()).isTrue();
  }

  @Test
  void settlingAndResetting_throughThisNode_areSeenAtOnce() {
    ask(cache, charges(TEN, 10).reserve("r", SECOND));
    assertThat(ask(TEN, 5).admitted()).isFalse();
    cache.settle("r", 0, time.nanos());
    assertThat(ask(TEN, 5).admitted()).isTrue();
    assertThat(ask(TEN, 6).admitted()).isFalse();
    cache.reset(KEY, 0, time.nanos());
    assertThat(ask(TEN, 6).admitted()).isTrue();
  }

  @Test
  void freedSlots_forgetNoDenial() {
    ask(TEN, 10);
    ask(TEN, 1);
    cache.settle("unknown", Store.AS_CHARGED, time.nanos());
    long calls = remote.calls();
    ask(TEN, 1);
    assertThat(remote.calls()).isEqualTo(calls);
  }

  @Test
  void degradedDenial_isNotKept() {
    ask(TEN, 10);
    remote.degraded = true;
    ask(TEN, 1);
    remote.degraded = false;
    long calls = remote.calls();
    assertThat(ask(TEN, 1).isDegraded()).isFalse();
    assertThat(remote.calls()).isEqualTo(calls + 1);
  }

  @Test
  void denial_thatWasUnderWayWhenSomethingWasSettled_isNotKept() {
    RemoteStore far = new RemoteStore(time, 2 * MILLI);
    DenyCache farCache = new DenyCache(far, time);
    var full = charges(TEN, 10).reserve("r", SECOND);
    farCache.decide(full);
    time.advance(2 * MILLI);
    CompletionStage<Verdicts> denied = farCache.decide(charges(TEN, 5));
    farCache.settle("r", 0, time.nanos());
    time.advance(2 * MILLI);
    assertThat(denied.toCompletableFuture().join().admitted()).isFalse();
    CompletionStage<Verdicts> after = farCache.decide(charges(TEN, 5));
    time.advance(2 * MILLI);
    assertThat(after.toCompletableFuture().join().admitted()).isTrue();
  }

  /**
   * Random requests of up to three charges over few keys get the verdicts of a store without a
   * cache.
   */
  @Test
  void verdicts_ofRandomTraces_equalThoseOfAsking() {
    long answered = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      MemoryStore model = new MemoryStore();
      RemoteStore store = new RemoteStore(time, 0);
      DenyCache tested = new DenyCache(store, time);
      for (int step = 0; step < 400; step++) {
        time.advance(random.nextInt(4) == 0 ? random.nextInt(40_000_000) : 0);
        Charges asked = random(random);
        Verdicts expected = new Verdicts(asked);
        model.decide(expected);
        assertEqual(ask(tested, asked), expected, seed, step);
      }
      answered += 400 - store.decisions;
    }
    assertThat(answered).as("denials from the cache").isGreaterThan(10_000);
  }

  private static void assertEqual(Verdicts asked, Verdicts expected, int seed, int step) {
    assertThat(asked.admitted()).as("seed %s step %s", seed, step).isEqualTo(expected.admitted());
    if (asked.size() == 1) {
      ChargeVerdict verdict = asked.get(0);
      assertThat(verdict.waitNanos() - 1) // of a larger cost: rounded up
          .as(
              "wait of %s, which others may have made longer, seed %s step %s",
              verdict.limit(), seed, step)
          .isLessThanOrEqualTo(expected.get(0).waitNanos());
    }
  }

  private Charges random(Random random) {
    Charges charges = new Charges().start(time.nanos());
    int parts = 1 + random.nextInt(3);
    int key = random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      Algorithm algorithm = ALGORITHMS.get((key * 3 + i) % ALGORITHMS.size());
      Limit limit = limit(algorithm, key == 0 ? "7/1s" : "5/1s");
      boolean shadow = random.nextInt(6) == 0;
      Terms terms = terms(shadow, random.nextInt(6) == 0 ? 20 * random.nextInt(5) : Terms.WHOLE);
      charges.add(Key.of("deny|user=" + key, "u"), i, limit, random.nextLong(1, 4), i, terms);
    }
    return charges;
  }
}
