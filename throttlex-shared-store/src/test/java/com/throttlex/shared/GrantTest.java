package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.SECOND;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests until when leased units can be used, to the nanosecond. */
class GrantTest {
  private static final Key KEY = Key.of("grant|user=a", "a");

  /** The store's clock; the node's is half a minute behind. */
  private static final long STORE_NOW = 1_800_000_000_000_000_000L + 250 * MILLI;

  private static final long NODE_NOW = STORE_NOW - 30 * SECOND;

  private static Grant grant(MemoryStore store, Limit limit, long units, long now) {
    Charges charges = new Charges().start(now);
    charges.add(KEY, 0, limit, units);
    Verdicts answer = store.decide(charges).toCompletableFuture().join();
    assertThat(answer.admitted()).isTrue();
    return Grant.of(answer, now - 30 * SECOND);
  }

  @Test
  void bucket_fromItsGrantOn_losesAUnitWithEachThatFlowsBack() {
    Grant grant =
        grant(new MemoryStore(), limit(Algorithm.TOKEN_BUCKET, "1000/1s"), 100, STORE_NOW);
    assertThat(grant.usable(NODE_NOW)).isEqualTo(100);
    assertThat(grant.usable(NODE_NOW + 1)).isEqualTo(99);
    assertThat(grant.usable(NODE_NOW + MILLI)).isEqualTo(99);
    assertThat(grant.usable(NODE_NOW + MILLI + 1)).isEqualTo(98);
    assertThat(grant.take(40, NODE_NOW + 10 * MILLI)).isTrue();
    assertThat(grant.usable(NODE_NOW + 50 * MILLI)).as("those used flow back first").isEqualTo(50);
    assertThat(grant.usable(NODE_NOW + 99 * MILLI)).isEqualTo(1);
    assertThat(grant.usable(NODE_NOW + 99 * MILLI + 1)).isZero();
  }

  @Test
  void bucket_behindWhatOthersHaveCharged_keepsItsUnitsUntilThatHasFlowedBack() {
    MemoryStore store = new MemoryStore();
    Limit limit = limit(Algorithm.TOKEN_BUCKET, "1000/1s");
    grant(store, limit, 300, STORE_NOW);
    Grant grant = grant(store, limit, 100, STORE_NOW);
    assertThat(grant.usable(NODE_NOW + 300 * MILLI)).isEqualTo(100);
    assertThat(grant.usable(NODE_NOW + 300 * MILLI + 1)).isEqualTo(99);
    assertThat(grant.usable(NODE_NOW + 400 * MILLI)).isZero();
  }

  @Test
  void bucket_thatIsNotReturned_hasNoName() {
    Grant grant = grant(new MemoryStore(), limit(Algorithm.TOKEN_BUCKET, "1000/1s"), 10, STORE_NOW);
    assertThat(grant.returnableAs(NODE_NOW)).isNull();
  }

  @Test
  void fixedWindow_untilItEnds_keepsItsUnits() {
    Grant grant =
        grant(new MemoryStore(), limit(Algorithm.FIXED_WINDOW, "1000/1s"), 100, STORE_NOW);
    assertThat(grant.usable(NODE_NOW + 750 * MILLI - 1)).isEqualTo(100);
    assertThat(grant.usable(NODE_NOW + 750 * MILLI)).isZero();
    assertThat(grant.take(1, NODE_NOW + 750 * MILLI)).isFalse();
  }

  @Test
  void slidingCounter_untilTheWindowOfTheChargeEnds_keepsItsUnits() {
    MemoryStore store = new MemoryStore();
    Limit limit = limit(Algorithm.SLIDING_WINDOW_COUNTER, "1000/1s");
    grant(store, limit, 200, STORE_NOW - SECOND);
    Grant grant = grant(store, limit, 100, STORE_NOW);
    assertThat(grant.usable(NODE_NOW + 750 * MILLI - 1)).isEqualTo(100);
    assertThat(grant.usable(NODE_NOW + 750 * MILLI)).isZero();
  }

  @Test
  void usableUnits_ofAnyBucket_areThoseThatHaveNotFlowedBack() {
    Random random = new Random(7);
    for (int round = 0; round < 20_000; round++) {
      long amount = 1 + (long) Math.pow(10, 9 * random.nextDouble());
      Limit limit = Limit.of(Algorithm.GCRA, Rate.parse(amount + "/1s"));
      long units = 1 + random.nextLong(amount);
      Grant grant = grant(new MemoryStore(1), limit, units, STORE_NOW);
      long later = random.nextLong(SECOND + SECOND / 10);
      double in = (double) units / amount * SECOND - later;
      assertThat((double) grant.usable(NODE_NOW + later))
          .as("%s of %s after %s ns, but for two ticks of the bucket's clock", units, limit, later)
          .isBetween(still(units, in - 2, amount) - 1, still(units, in + 2, amount));
    }
  }

  private static double still(long units, double nanos, long amount) {
    return Math.max(0, Math.min((double) units, nanos * amount / SECOND));
  }
}
