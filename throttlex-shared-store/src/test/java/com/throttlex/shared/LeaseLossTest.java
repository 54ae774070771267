package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.SECOND;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests nodes that crash or become idle while they hold leases. */
class LeaseLossTest {
  private static final Limit HOURLY = limit(Algorithm.FIXED_WINDOW, "100000/1h");

  @Test
  void nodeThatDies_costsAtMostWhatItHeldAndNothingIsOver() {
    for (long seed = 0; seed < 20; seed++) {
      LeaseLab lab = new LeaseLab(MILLI);
      lab.live = 3;
      int used = 1000 + new Random(seed).nextInt(3000);
      AtomicBoolean dead = new AtomicBoolean();
      long admitted = lab.flood(lab.mortal(seed, dead), HOURLY, used, MILLI / 10);
      dead.set(true);
      long lost = 100_000 - used - lab.left(HOURLY);
      assertThat(admitted).isEqualTo(used);
      assertThat(lost).as("lost of 150 ms of demand, seed %s", seed).isBetween(0L, 1500L);
      Leases survivor = lab.node(seed + 100);
      admitted += lab.flood(survivor, HOURLY, 110_000, MILLI / 10);
      assertThat(admitted).as("admitted with seed %s", seed).isEqualTo(100_000 - lost);
    }
  }

  @Test
  void returnOfALease_whenRepeated_changesNothing() {
    LeaseLab lab = new LeaseLab(0);
    List<String> names = new ArrayList<>();
    Store recording = new Recording(lab.remote, names);
    Leases node = new Leases(recording, () -> 1, lab.time, lab.time, new Random(1));
    lab.flood(node, HOURLY, 5000, MILLI / 10);
    node.close();
    assertThat(names).isNotEmpty();
    assertThat(lab.left(HOURLY)).isEqualTo(95_000);
    for (String name : names) {
      assertThat(lab.remote.settle(name, 0, 0).toCompletableFuture().join())
          .isEqualTo(Settlement.ALREADY_SETTLED);
    }
    assertThat(lab.left(HOURLY)).isEqualTo(95_000);
  }

  @Test
  void nodeThatFallsIdle_returnsItsUnitsWithinTwoSeconds() {
    for (Algorithm algorithm : List.of(Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW_COUNTER)) {
      LeaseLab lab = new LeaseLab(MILLI);
      Limit limit = limit(algorithm, "100000/1h");
      Leases node = lab.node(1);
      lab.flood(node, limit, 5000, MILLI / 10);
      assertThat(lab.left(limit)).isLessThan(95_000);
      lab.time.advance(2 * SECOND);
      assertThat(lab.left(limit)).isEqualTo(95_000);
    }
  }

  @Test
  void bucket_whenANodeCloses_isLeftAloneBecauseOthersCountOnTheOrderOfItsUnits() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.TOKEN_BUCKET, "100000/1s");
    Leases node = lab.node(1);
    lab.flood(node, limit, 1000, MILLI / 10);
    long left = lab.left(limit);
    node.close();
    assertThat(lab.left(limit)).isEqualTo(left).isLessThan(99_000);
    lab.time.advance(SECOND);
    assertThat(lab.left(limit)).as("by itself").isEqualTo(100_000);
  }

  @Test
  void slidingCounter_whenItsWindowEnds_getsBackWhatWasNotUsed() {
    LeaseLab lab = new LeaseLab(0);
    Limit limit = limit(Algorithm.SLIDING_WINDOW_COUNTER, "100000/10s");
    Leases node = lab.node(1);
    lab.flood(node, limit, 50_000, MILLI / 10);
    lab.time.advance(SECOND);
    node.close();
    assertThat(lab.left(limit)).isEqualTo(expectedLeft(lab));
  }

  /**
   * Returns what is left after five seconds of 10 per millisecond, from 6.789 s into a window on.
   */
  private static long expectedLeft(LeaseLab lab) {
    long before = 32_110;
    long left = 10 * SECOND - lab.remote.now() % (10 * SECOND);
    return 100_000 - (50_000 - before) - (before * left + 10 * SECOND - 1) / (10 * SECOND);
  }

  @Test
  void busyNode_amongIdleOnes_getsNineTenthsOfTheLimit() {
    for (Algorithm algorithm :
        List.of(Algorithm.TOKEN_BUCKET, Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW_COUNTER)) {
      LeaseLab lab = new LeaseLab(MILLI);
      lab.live = 10;
      Limit limit = limit(algorithm, "10000/1s");
      for (int i = 0; i < 9; i++) {
        lab.flood(lab.node(i), limit, 100, MILLI / 10);
      }
      lab.time.advance(3 * SECOND);
      Store busy = new DenyCache(lab.node(10), lab.time);
      long start = lab.time.nanos();
      long admitted = lab.flood(busy, limit, 100_000, MILLI / 20);
      long seconds = (lab.time.nanos() - start) / SECOND;
      assertThat(admitted).as("under %s", limit).isGreaterThan(10_000 * seconds * 9 / 10);
    }
  }

  private static final class Recording extends ForwardingStore {
    private final List<String> settled;

    Recording(Store inner, List<String> settled) {
      super(inner);
      this.settled = settled;
    }

    @Override
    public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
      settled.add(reservation);
      return super.settle(reservation, cost, now);
    }
  }
}
