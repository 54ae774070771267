package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The difference between the counts of a node and of the store. */
class DiscrepancyTest {
  private final GuardLab lab = new GuardLab();

  @Test
  void unitsAdmittedInFallback_areADiscrepancyUntilTheStoreHasThem() {
    lab.decide("a", 3);
    assertThat(lab.guard.discrepancy()).isEqualTo(Discrepancy.NONE);
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 4);
    lab.decide("b", 2);
    assertThat(lab.guard.discrepancy()).isEqualTo(new Discrepancy(0, 0, 6, 20));
    lab.mendAndReconcile();
    assertThat(lab.guard.discrepancy()).isEqualTo(Discrepancy.NONE);
    assertThat(lab.left("a")).isEqualTo(3);
  }

  @Test
  void unitsAdmittedInFallback_areAtMostTheLocalShares() {
    lab.nodes = 2;
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 100);
    assertThat(lab.guard.discrepancy()).isEqualTo(new Discrepancy(0, 0, 5, 5));
  }

  @Test
  void unitsAdmittedInFallback_thatAreNoLongerInUse_areNoDiscrepancy() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 4);
    lab.time.pass(Duration.ofHours(1));
    assertThat(lab.guard.discrepancy().unreconciled()).isZero();
  }

  @Test
  void unitsWhoseChargeIsLost_areADiscrepancyUntilTheStoreAnswers() {
    lab.breakWith(FaultyStore.Fault.DOWN);
    lab.decide("a", 3);
    lab.awaitClosed();
    lab.store.fault = FaultyStore.Fault.LOST;
    lab.time.passMillis(1_500);
    assertThat(lab.guard.discrepancy().unreconciled()).isEqualTo(3);
    lab.mendAndReconcile();
    assertThat(lab.guard.discrepancy()).isEqualTo(Discrepancy.NONE);
  }

  @Test
  void concurrencySlotsTakenInFallback_areADiscrepancyUntilTheyAreReleased() {
    Limit slots = Limit.of(Algorithm.CONCURRENCY, Rate.parse("10/1h"));
    lab.breakWith(FaultyStore.Fault.DOWN);
    Charges charges = lab.start().reserve("work", Duration.ofHours(1).toNanos());
    charges.add(GuardLab.key("c"), 0, slots, 1, 0, GuardLab.terms(FailureMode.LOCAL));
    lab.decide(charges);
    assertThat(lab.guard.discrepancy()).isEqualTo(new Discrepancy(0, 0, 1, 10));
    lab.settle(String.valueOf(charges.reservation()), 0);
    assertThat(lab.guard.discrepancy()).isEqualTo(Discrepancy.NONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "FIXED_WINDOW", "SLIDING_WINDOW_COUNTER"})
  void leasedUnits_thatAreNotUsed_areADiscrepancyWithinTheBound(Algorithm algorithm) {
    LeaseLab leases = new LeaseLab(MILLI);
    Limit limit = LeaseLab.limit(algorithm, "1000000/1h");
    try (Leases node = leases.node(1)) {
      long most = 0;
      for (int i = 0; i < 200; i++) {
        leases.flood(node, limit, 20, MILLI / 5);
        Discrepancy now = node.discrepancy();
        assertThat(now.leased()).isLessThanOrEqualTo(now.leasedBound());
        assertThat(now.leasedBound()).isLessThanOrEqualTo(1_000_000);
        most = Math.max(most, now.leased());
      }
      assertThat(most).isPositive();
      leases.time.advance(10 * SECOND);
      assertThat(node.discrepancy()).as("idle leases end").isEqualTo(Discrepancy.NONE);
    }
  }

  @Test
  void sums_thatAreTooLarge_areTheLargestNumber() {
    Discrepancy large = new Discrepancy(Long.MAX_VALUE, Long.MAX_VALUE, 1, Long.MAX_VALUE);
    assertThat(large.plus(new Discrepancy(1, 2, 3, 4)))
        .isEqualTo(new Discrepancy(Long.MAX_VALUE, Long.MAX_VALUE, 4, Long.MAX_VALUE));
  }
}
