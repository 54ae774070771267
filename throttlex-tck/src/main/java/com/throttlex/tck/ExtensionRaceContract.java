package com.throttlex.tck;

import static com.throttlex.store.Settlement.UNKNOWN;
import static com.throttlex.tck.ExtensionContract.GROWING;
import static com.throttlex.tck.ExtensionContract.LIFE;
import static com.throttlex.tck.ExtensionContract.counted;
import static com.throttlex.tck.ExtensionContract.left;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Limit;
import com.throttlex.store.Verdicts;
import org.junit.jupiter.api.Test;

/** The contract of concurrent extensions: no limit is exceeded, and no unit is lost. */
interface ExtensionRaceContract extends StoreFixture {
  @Test
  default void extensions_fromManyThreads_neverExceedTheLimit() {
    for (Limit limit : counted("200/1h")) {
      try (StoreDriver store = open()) {
        store.reserve("one", LIFE, GROWING, limit, 1);
        store.reserve("two", LIFE, GROWING, limit, 1);
        int each = Math.max(10, times(40));
        long admitted =
            Together.sum(
                8,
                thread -> {
                  long sum = 0;
                  for (int i = 0; i < each; i++) {
                    Verdicts answer = store.extend(thread % 2 == 0 ? "one" : "two", 5);
                    sum += answer != null && answer.admitted() ? 5 : 0;
                  }
                  return sum;
                });
        assertThat(admitted).as("units under %s", limit).isEqualTo(195);
        assertThat(left(store, limit)).isEqualTo(3);
        store.settle("one", 0);
        store.settle("two", 0);
        assertThat(left(store, limit)).as("left of %s", limit).isEqualTo(200);
      }
    }
  }

  @Test
  default void extensions_whileItIsSettled_leaveOnlyTheRealCost() {
    for (Limit limit : counted("100000/1h")) {
      try (StoreDriver store = open()) {
        for (int round = 0; round < Math.min(10, times(40)); round++) {
          String name = "work-" + round;
          store.reserve(name, LIFE, GROWING, limit, 10);
          Together.run(
              4,
              thread -> {
                if (thread == 0) {
                  return store.settle(name, 3);
                }
                while (store.extend(name, 7) != null) {
                  Thread.onSpinWait();
                }
                return UNKNOWN;
              });
          assertThat(left(store, limit)).as("%s", limit).isEqualTo(100000 - 3 * (round + 1));
        }
      }
    }
  }
}
