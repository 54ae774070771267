package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VerdictsTest {
  private static final Key KEY = Key.of("rule|user=u", "u");
  private static final Limit TEN = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/1h"));
  private static final Limit TWO = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("2/1h"));

  private final Charges charges = new Charges();

  private Verdicts next(long now, int size) {
    charges.start(now);
    for (int i = 0; i < size; i++) {
      charges.add(KEY, i, TEN, 1);
    }
    return charges.verdicts();
  }

  @Test
  void verdicts_ofTheNextRequest_showNothingOfTheAnswerBefore() {
    Verdicts first = next(1, 1);
    first.decided(5, "reserved");
    first.degraded();
    first.get(0).answeredUnder(TWO);

    Verdicts second = next(2, 1);
    assertThat(second).isSameAs(first);
    assertThat(second.now()).isEqualTo(2);
    assertThat(second.reservation()).isNull();
    assertThat(second.isDegraded()).isFalse();
    assertThat(second.get(0).limit()).isEqualTo(TEN);
  }

  @Test
  void verdicts_ofALargerRequest_areThoseOfItsCharges() {
    for (int size : new int[] {1, 7, 2, 9}) {
      Verdicts verdicts = next(1, size);
      for (int i = 0; i < size; i++) {
        assertThat(verdicts.get(i).charge()).isSameAs(charges.get(i));
        assertThat(verdicts.get(i).limit()).isEqualTo(TEN);
        verdicts.get(i).judged(true, 0, 0);
        verdicts.get(i).answeredUnder(TWO);
      }
      assertThat(verdicts.size()).isEqualTo(size);
      assertThat(verdicts.admitted()).isTrue();
    }
  }

  /** Servers of a Redis Cluster answer on several threads. */
  @Test
  void verdicts_readByTwoThreadsAtOnce_areTheSame() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      Charges asked = new Charges().start(0);
      for (int i = 0; i < 8; i++) {
        asked.add(KEY, i, TEN, 1);
      }
      Verdicts verdicts = new Verdicts(asked);
      CompletableFuture<ChargeVerdict> other = CompletableFuture.supplyAsync(() -> verdicts.get(7));

      ChargeVerdict first = verdicts.get(0);

      assertThat(other.get()).isNotNull().isSameAs(verdicts.get(7));
      assertThat(first).isSameAs(verdicts.get(0));
    }
  }

  @Test
  void answer_writtenToOneSending_leavesTheChargesAndOtherSendingsAlone() {
    charges.start(1).reserve("work", 5).add(KEY, 0, TEN, 1);
    Verdicts late = new Verdicts(charges);
    Verdicts given = new Verdicts(charges);
    given.get(0).judged(false, 3, 0);
    late.decided(9, "work@1");
    late.get(0).judged(true, 0, 0);
    late.get(0).answeredUnder(TWO);

    assertThat(charges.now()).isEqualTo(1);
    assertThat(charges.reservation()).isEqualTo("work");
    assertThat(charges.get(0).limit()).isEqualTo(TEN);
    assertThat(given.now()).isEqualTo(1);
    assertThat(given.reservation()).isEqualTo("work");
    assertThat(given.admitted()).isFalse();
    assertThat(given.get(0).limit()).isEqualTo(TEN);
  }

  @Test
  void charges_thatAStoreKeeps_cannotBeStartedAgain() {
    Verdicts verdicts = next(1, 1);
    charges.keep();

    assertThatThrownBy(() -> charges.start(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("charges: kept by a store (expected: a new object)");
    assertThat(verdicts.get(0).charge().key()).isSameAs(KEY);
    assertThat(new Charges().startLike(charges).isKept()).isFalse();
  }
}
