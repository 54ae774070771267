package com.throttlex.tck;

import static com.throttlex.store.Settlement.ALREADY_SETTLED;
import static com.throttlex.store.Settlement.SETTLED;
import static com.throttlex.store.Settlement.UNKNOWN;
import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of extensions: a reservation grows while its limits have room, and a settlement
 * corrects the check and all extensions.
 */
interface ExtensionContract extends StoreFixture {
  Key GROWING = StoreDriver.key("growing");
  Key ALSO_GROWING = Key.of("tck|user=growing|part=2", "growing");
  Duration LIFE = Duration.ofMinutes(5);
  Terms MEASURED =
      new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL, Terms.WHOLE, "tokens", false, true);

  /** Returns a limit of each algorithm except concurrency. */
  static List<Limit> counted(String rate) {
    return Stream.of(Algorithm.values())
        .filter(algorithm -> algorithm != Algorithm.CONCURRENCY)
        .map(algorithm -> limit(algorithm, rate))
        .toList();
  }

  private static Verdicts some(@Nullable Verdicts verdicts) {
    return Objects.requireNonNull(verdicts, "verdicts");
  }

  static long left(StoreDriver store, Limit limit) {
    return store.ask(GROWING, limit, 1).remaining();
  }

  @Test
  default void extension_withRoom_chargesAndTellsWhatIsLeft() {
    for (Limit limit : counted("100/1h")) {
      try (StoreDriver store = open()) {
        store.reserve("work", LIFE, GROWING, limit, 10);
        Verdicts extended = some(store.extend("work", 25));
        assertThat(extended.admitted()).isTrue();
        assertThat(extended.size()).isEqualTo(1);
        assertThat(extended.get(0).remaining()).as("told of %s", limit).isEqualTo(65);
        assertThat(extended.get(0).limit()).isEqualTo(limit);
        assertThat(left(store, limit)).as("left of %s", limit).isEqualTo(65);
      }
    }
  }

  @Test
  default void extension_withoutRoom_isDeniedAndChangesNothing() {
    for (Limit limit : counted("100/1h")) {
      try (StoreDriver store = open()) {
        store.charge(GROWING, limit, 70);
        store.reserve("work", LIFE, GROWING, limit, 10);
        String before = kept();
        Verdicts denied = some(store.extend("work", 21));
        assertThat(denied.admitted()).as("21 of 20 under %s", limit).isFalse();
        assertThat(denied.get(0).waitNanos()).isPositive();
        assertThat(denied.get(0).remaining()).isEqualTo(20);
        assertThat(kept()).isEqualTo(before);
        assertThat(some(store.extend("work", 20)).admitted()).isTrue();
        assertThat(left(store, limit)).isZero();
      }
    }
  }

  @Test
  default void settlement_afterExtensions_correctsTheWholeOnce() {
    for (Limit limit : counted("1000/1h")) {
      for (long real : new long[] {0, 3, 10, 17, 60, 61, 200, 5000}) {
        try (StoreDriver store = open()) {
          store.reserve("work", LIFE, GROWING, limit, 10);
          for (int i = 1; i <= 5; i++) {
            store.advance(Duration.ofMillis(i));
            assertThat(some(store.extend("work", 10)).admitted()).isTrue();
          }
          assertThat(store.settle("work", real)).isEqualTo(SETTLED);
          assertThat(store.settle("work", real)).isEqualTo(ALREADY_SETTLED);
          // what came back to a bucket since is not given back again
          long unsure = limit instanceof Bucket && real < 60 ? 1 : 0;
          assertThat(left(store, limit))
              .as("left of %s after 60 became %s", limit, real)
              .isBetween(Math.max(0, 1000 - real - unsure), Math.max(0, 1000 - real));
          assertThat(store.extend("work", 1)).as("it is settled").isNull();
        }
      }
    }
  }

  @Test
  default void settlement_asCharged_keepsExtensions() {
    for (Limit limit : counted("100/1h")) {
      try (StoreDriver store = open()) {
        store.reserve("work", LIFE, GROWING, limit, 10);
        some(store.extend("work", 30));
        assertThat(store.settle("work", Store.AS_CHARGED)).isEqualTo(SETTLED);
        assertThat(left(store, limit)).isEqualTo(60);
      }
    }
  }

  @Test
  default void extension_ofMoreThanAnyReservationStores_isStillRefundedOrStaysCharged() {
    Limit limit = limit(Algorithm.SLIDING_WINDOW_LOG, "1000/1h");
    try (StoreDriver store = open()) {
      store.reserve("work", LIFE, GROWING, limit, 10);
      for (int i = 0; i < 100; i++) {
        store.advance(Duration.ofMillis(1));
        assertThat(some(store.extend("work", 1)).admitted()).isTrue();
      }
      assertThat(left(store, limit)).isEqualTo(890);
      assertThat(store.settle("work", 5)).isEqualTo(SETTLED);
      assertThat(left(store, limit)).isBetween(890L, 995L);
    }
  }

  @Test
  default void extension_ofWhatNobodyReserved_isUnknown() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "10/1h");
    try (StoreDriver store = open()) {
      assertThat(store.extend("nobody", 1)).isNull();
      store.reserve("denied", LIFE, GROWING, limit, 11);
      assertThat(store.extend("denied", 1)).isNull();
      assertThat(left(store, limit)).isEqualTo(10);
    }
  }

  @Test
  default void extension_startsTheTimeOfItsReservationAgain() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "100/1d");
    try (StoreDriver store = open()) {
      store.reserve("work", LIFE, GROWING, limit, 10);
      store.advance(LIFE).advance(-1);
      assertThat(some(store.extend("work", 10)).admitted()).isTrue();
      store.advance(LIFE).advance(-1);
      assertThat(some(store.extend("work", 10)).admitted()).isTrue();
      store.advance(LIFE);
      assertThat(store.extend("work", 10)).as("it has expired").isNull();
      assertThat(store.settle("work", 1)).isEqualTo(UNKNOWN);
      assertThat(left(store, limit)).isEqualTo(70);
    }
  }

  @Test
  default void extension_ofSeveralLimits_chargesAllOrNone() {
    Limit wide = limit(Algorithm.FIXED_WINDOW, "100/1h");
    Limit narrow = limit(Algorithm.SLIDING_WINDOW_LOG, "30/1h");
    try (StoreDriver store = open()) {
      Charges charges = store.start().reserve("work", LIFE.toNanos());
      charges.add(GROWING, 0, wide, 10);
      charges.add(ALSO_GROWING, 0, narrow, 10);
      store.decide(charges);
      Verdicts extended = some(store.extend("work", 20));
      assertThat(extended.admitted()).isTrue();
      assertThat(extended.size()).isEqualTo(2);
      Verdicts denied = some(store.extend("work", 1));
      assertThat(denied.admitted()).isFalse();
      assertThat(left(store, wide)).isEqualTo(70);
      assertThat(store.ask(ALSO_GROWING, narrow, 1).remaining()).isZero();
      assertThat(store.settle("work", 4)).isEqualTo(SETTLED);
      assertThat(left(store, wide)).isEqualTo(96);
      assertThat(store.ask(ALSO_GROWING, narrow, 1).remaining()).isEqualTo(26);
    }
  }

  @Test
  default void extension_takenBack_leavesTheReservationAsItWas() {
    Limit slots = limit(Algorithm.CONCURRENCY, "5/30s");
    for (Limit limit : counted("1000/1h")) {
      try (StoreDriver store = open()) {
        Charges charges = store.start().reserve("work", LIFE.toNanos());
        charges.add(GROWING, 0, limit, 10);
        charges.add(ALSO_GROWING, 0, slots, 1, 1, Terms.PLAIN);
        store.decide(charges);
        some(store.extend("work", 30));
        some(store.extend("work", 7));
        assertThat(store.extend("work", -32)).as("taken back").isNotNull();
        assertThat(left(store, limit)).as("left of %s", limit).isEqualTo(985);
        assertThat(store.ask(ALSO_GROWING, slots, 1).remaining()).isEqualTo(4);
        some(store.extend("work", 5));
        assertThat(left(store, limit)).isEqualTo(980);
        assertThat(store.settle("work", 3)).isEqualTo(SETTLED);
        assertThat(left(store, limit)).isEqualTo(997);
        assertThat(store.extend("work", -1)).as("it is settled").isNull();
        assertThat(left(store, limit)).isEqualTo(997);
      }
    }
  }

  @Test
  default void extension_ofSeveralSubjects_chargesAllOrNone() {
    Limit wide = limit(Algorithm.FIXED_WINDOW, "100/1h");
    Limit narrow = limit(Algorithm.FIXED_WINDOW, "30/1h");
    for (int other = 0; other < 8; other++) {
      Key others = StoreDriver.key("other-" + other);
      try (StoreDriver store = open()) {
        Charges charges = store.start().reserve("work", LIFE.toNanos());
        charges.add(GROWING, 0, wide, 10);
        charges.add(others, 0, narrow, 10);
        store.decide(charges);
        assertThat(some(store.extend("work", 20)).size()).isEqualTo(2);
        assertThat(some(store.extend("work", 1)).admitted()).isFalse();
        assertThat(left(store, wide)).isEqualTo(70);
        assertThat(store.ask(others, narrow, 1).remaining()).isZero();
        assertThat(store.settle("work", 4)).isEqualTo(SETTLED);
        assertThat(left(store, wide)).isEqualTo(96);
        assertThat(store.ask(others, narrow, 1).remaining()).isEqualTo(26);
      }
    }
  }

  @Test
  default void measuredRequest_settledOrExtended_leavesFixedChargesAndSlots() {
    Limit requests = limit(Algorithm.FIXED_WINDOW, "10/1h");
    Limit tokens = limit(Algorithm.TOKEN_BUCKET, "1000/1h");
    Limit slots = limit(Algorithm.CONCURRENCY, "5/30s");
    Key third = Key.of("tck|user=growing|part=3", "growing");
    for (long real : new long[] {0, 40}) {
      try (StoreDriver store = open()) {
        Charges charges = store.start().reserve("work", LIFE.toNanos()).measured(true);
        charges.add(GROWING, 0, requests, 1, 0, Terms.PLAIN);
        charges.add(ALSO_GROWING, 0, tokens, 100, 1, MEASURED);
        charges.add(third, 0, slots, 1, 2, Terms.PLAIN);
        assertThat(store.decide(charges).admitted()).isTrue();
        Verdicts extended = some(store.extend("work", 50));
        assertThat(extended.size()).as("only the measured charge grows").isEqualTo(1);
        assertThat(extended.get(0).charge().terms().rule()).isEqualTo("tokens");
        assertThat(left(store, requests)).isEqualTo(9);
        assertThat(store.ask(third, slots, 1).remaining()).isEqualTo(4);
        assertThat(store.settle("work", real)).isEqualTo(SETTLED);
        assertThat(store.ask(ALSO_GROWING, tokens, 1).remaining()).isEqualTo(1000 - real);
        assertThat(left(store, requests)).isEqualTo(real == 0 ? 10 : 9);
        assertThat(store.ask(third, slots, 1).remaining()).isEqualTo(5);
      }
    }
  }

  @Test
  default void extension_underAShareOrInShadow_isDecidedLikeTheCheck() {
    Limit limit = limit(Algorithm.FIXED_WINDOW, "100/1h");
    Terms half = new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL, 50);
    Terms shadow = new Terms(true, 0, Sync.STRICT, FailureMode.LOCAL, Terms.WHOLE);
    try (StoreDriver store = open()) {
      Charges charges = store.start().reserve("half", LIFE.toNanos());
      charges.add(GROWING, 0, limit, 10, 0, half);
      store.decide(charges);
      assertThat(some(store.extend("half", 41)).admitted()).isFalse();
      assertThat(some(store.extend("half", 40)).admitted()).isTrue();
      Charges shadows = store.start().reserve("shadow", LIFE.toNanos());
      shadows.add(ALSO_GROWING, 0, limit, 10, 0, shadow);
      store.decide(shadows);
      assertThat(some(store.extend("shadow", 91)).admitted()).isTrue();
      assertThat(store.ask(ALSO_GROWING, limit, 1).remaining()).isEqualTo(90);
    }
  }
}
