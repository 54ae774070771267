package com.throttlex.shared;

import static com.throttlex.shared.PlacedStore.Fault.DOWN;
import static com.throttlex.shared.PlacedStore.Fault.SILENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a guarded store with one unavailable place. */
class GuardPlacesTest {
  private static final long FIVE_MINUTES = Duration.ofMinutes(5).toNanos();

  private final PlacesLab lab = new PlacesLab();

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT"})
  void place_thatIsAway_degradesItsKeysAndNoOthers(PlacedStore.Fault fault) {
    lab.breakPlace("a", fault, "a/x");

    assertThat(lab.decide("a/y").isDegraded()).isTrue();
    assertThat(lab.decide("b/y").isDegraded()).isFalse();
    assertThat(lab.decide("b/y", "c/y").isDegraded()).isFalse();
    assertThat(lab.guard.states())
        .containsOnly(
            Map.entry("a", BreakerState.OPEN),
            Map.entry("b", BreakerState.CLOSED),
            Map.entry("c", BreakerState.CLOSED));
    assertThat(lab.guard.state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void place_thatIsBack_isAskedAgain() {
    lab.breakPlace("a", DOWN, "a/x");
    lab.mend("a");

    assertThat(lab.state("a")).isEqualTo(BreakerState.CLOSED);
    assertThat(lab.decide("a/y").isDegraded()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT"})
  void requests_thatNeedTwoPlaces_openTheCircuitOfTheOneThatFails(PlacedStore.Fault fault) {
    lab.breakPlace("a", fault, "a/x", "b/x");

    assertThat(lab.state("b")).isEqualTo(BreakerState.CLOSED);
    assertThat(lab.decide("b/x").isDegraded()).isFalse();
    assertThat(lab.decide("a/x", "b/x").isDegraded()).isTrue();
  }

  @Test
  void request_thatNeedsAPlaceThatIsAway_chargesNothingInTheOther() {
    lab.breakPlace("a", DOWN, "a/x");
    long asked = lab.store.batches.size();
    Charges charges = new Charges().start(lab.time.nanos());
    for (String name : List.of("a/y", "b/y")) {
      charges.add(GuardLab.key(name), 0, GuardLab.LIMIT, 1, 0, GuardLab.terms(FailureMode.DENY));
    }
    assertThat(lab.decide(charges).admitted()).isFalse();
    assertThat(lab.store.batches).hasSize((int) asked);
    assertThat(lab.left("b/y")).isEqualTo(10);
  }

  @Test
  void key_whoseOtherPlaceTakesOver_isAskedForAtOnce() {
    lab.breakPlace("a", DOWN, "a/x");
    lab.store.faults.remove("a");
    lab.store.faults.put("d", PlacedStore.Fault.NONE);
    lab.store.moved.put("a", "d");

    assertThat(lab.decide("a/y").isDegraded()).isFalse();
    assertThat(lab.guard.states()).containsOnlyKeys("b", "c", "d");
    assertThat(lab.listener.gone).isEqualTo(1);
    lab.time.passMillis(10_000);
    assertThat(lab.left("a/x")).as("what was admitted without the place").isLessThan(10);
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void place_thatHasGoneWithoutTraffic_isNotTriedForEver() {
    lab.breakPlace("a", DOWN, "a/x");
    lab.store.faults.remove("a");
    lab.store.moved.put("a", "b");
    lab.time.passMillis(10_000);

    assertThat(lab.guard.state()).isEqualTo(BreakerState.CLOSED);
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void unitsOfAPlaceThatIsBack_areChargedWhileAnotherIsAway() {
    lab.breakPlace("a", DOWN, "a/breaking");
    lab.breakPlace("b", SILENT, "b/breaking");
    lab.decide("a/x");
    lab.decide("b/x");
    lab.mend("b");
    lab.time.passMillis(5_000);
    assertThat(lab.left("b/x")).isEqualTo(9);
    assertThat(lab.left("a/x")).isEqualTo(10);

    lab.mend("a");
    lab.time.passMillis(5_000);
    assertThat(lab.left("a/x")).isEqualTo(9);
    assertThat(lab.time.scheduled()).isZero();
  }

  @Test
  void settlements_ofAPlaceThatIsAway_holdUpNoOthers() {
    lab.decide(lab.charges("a/x").reserve("a/work", FIVE_MINUTES));
    lab.decide(lab.charges("b/x").reserve("b/work", FIVE_MINUTES));
    lab.breakPlace("a", DOWN, "a/breaking");
    lab.breakPlace("b", DOWN, "b/breaking");
    assertThat(settle("a/work")).isEqualTo(Settlement.SETTLED);
    assertThat(settle("b/work")).isEqualTo(Settlement.SETTLED);
    lab.mend("b");
    lab.time.passMillis(5_000);
    assertThat(lab.left("b/x")).isEqualTo(10);
    assertThat(lab.left("a/x")).isEqualTo(9);

    lab.mend("a");
    lab.time.passMillis(5_000);
    assertThat(lab.left("a/x")).isEqualTo(10);
  }

  private Settlement settle(String reservation) {
    return lab.guard.settle(reservation, 0, lab.time.nanos()).toCompletableFuture().join();
  }

  @Test
  void slots_ofAPlaceThatIsAway_holdUpNoOthers() {
    Limit slots = Limit.of(Algorithm.CONCURRENCY, Rate.parse("2/1h"));
    lab.breakPlace("a", DOWN, "a/breaking");
    lab.breakPlace("b", DOWN, "b/breaking");
    for (String name : List.of("a/slot", "b/slot")) {
      Charges charges = new Charges().start(lab.time.nanos()).reserve(name, FIVE_MINUTES);
      charges.add(GuardLab.key(name), 0, slots, 1);
      lab.decide(charges);
    }
    lab.mend("b");
    lab.time.passMillis(5_000);

    assertThat(inUse("b/slot")).isTrue();
    assertThat(inUse("a/slot")).isFalse();
  }

  private boolean inUse(String name) {
    return lab.store
        .memory
        .inspect(GuardLab.key(name), 0, lab.time.nanos())
        .toCompletableFuture()
        .join()
        .isPresent();
  }

  @Test
  void settlement_inTwoPlacesOfWhichOneIsAway_isToldToTheOtherAtOnce() {
    lab.decide(lab.charges("a/x", "b/x").reserve("a+b/work", FIVE_MINUTES));
    lab.breakPlace("a", DOWN, "a/breaking");

    assertThat(settle("a+b/work")).isEqualTo(Settlement.SETTLED);
    assertThat(lab.store.settled).containsExactly("a+b/work@b");
    lab.mend("a");
    lab.time.passMillis(5_000);
    assertThat(lab.store.settled).contains("a+b/work@a");
  }

  @Test
  void reset_inAPlaceThatIsAway_failsAndElsewhereDoesNot() {
    lab.breakPlace("a", DOWN, "a/breaking");
    lab.decide("b/x");

    assertThat(lab.guard.reset(GuardLab.key("b/x"), 0, 0)).isCompletedWithValue(true);
    assertThatThrownBy(
            () -> lab.guard.reset(GuardLab.key("a/x"), 0, 0).toCompletableFuture().join())
        .hasCauseInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("a: down");
  }

  @Test
  void leases_ofOtherPlaces_goOnWhileOneIsAway() {
    Leases leases = new Leases(lab.guard, () -> 1, lab.time, lab.time, new Random(1));
    assertThat(leased(leases, "a/hot") + leased(leases, "b/hot")).isZero();
    int before = lab.store.batches.size();
    lab.breakPlace("a", DOWN, "a/x");
    int broken = lab.store.batches.size();

    assertThat(leased(leases, "b/hot")).isZero();
    assertThat(lab.store.batches.size() - broken).as("batches of leases").isBetween(1, 100);
    assertThat(leased(leases, "a/hot")).isPositive();
    assertThat(before).as("batches of leases").isLessThan(400);
  }

  /** Sends 500 requests within half a second; returns how many were decided without the store. */
  private int leased(Leases leases, String name) {
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("100000/1d"));
    Terms terms = new Terms(false, 0, Sync.LEASED, FailureMode.LOCAL);
    int degraded = 0;
    for (int i = 0; i < 500; i++) {
      Charges charges = new Charges().start(lab.time.nanos());
      charges.add(GuardLab.key(name), 0, limit, 1, 0, terms);
      CompletionStage<Verdicts> decided = leases.decide(charges);
      assertThat(decided).isCompleted();
      Verdicts answer = decided.toCompletableFuture().join();
      assertThat(answer.admitted()).isTrue();
      degraded += answer.isDegraded() ? 1 : 0;
      lab.time.passMillis(1);
    }
    return degraded;
  }
}
