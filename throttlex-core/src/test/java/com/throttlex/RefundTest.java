package com.throttlex;

import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The units that a settlement gives back after some time; this depends on the algorithm. */
class RefundTest {
  private static Lab lab(Algorithm algorithm, String rate) {
    return Lab.of(perUser("r", rate).algorithm(algorithm));
  }

  private static String reserve(Lab lab, long cost) {
    return lab.check(user("u").cost(cost).reserve(true)).reservation();
  }

  @ParameterizedTest
  @CsvSource({"0, 10", "1, 9", "2, 8", "3, 8", "4, 8", "5, 8", "6, 7", "9, 4"})
  void settle_onBucket_refundsOnlyWhatHasNotRefilled(long settled, long left) {
    for (Algorithm algorithm :
        new Algorithm[] {Algorithm.TOKEN_BUCKET, Algorithm.LEAKY_BUCKET, Algorithm.GCRA}) {
      Lab lab = lab(algorithm, "10/10s");
      String reservation = reserve(lab, 5);
      lab.time.passSeconds(3);
      assertThat(lab.left("u", "r")).isEqualTo(8);

      lab.throttlex.settle(reservation, settled);

      assertThat(lab.left("u", "r")).as(algorithm.toString()).isEqualTo(left);
    }
  }

  @Test
  void settle_onBucketWithAnotherCharge_doesNotRefundWhatHasRefilled() {
    Lab lab = lab(Algorithm.TOKEN_BUCKET, "10/10s");
    String reservation = reserve(lab, 5);
    lab.check("u", 5);
    lab.time.passSeconds(2);

    lab.throttlex.settle(reservation, 0);

    assertThat(lab.left("u", "r")).isEqualTo(5);
  }

  @Test
  void settle_onBucketThatWasFullInBetween_refundsNothing() {
    Lab lab = lab(Algorithm.TOKEN_BUCKET, "10/10s");
    String reservation = reserve(lab, 5);
    lab.time.passSeconds(20);
    lab.check("u", 4);

    lab.throttlex.settle(reservation, 0);

    assertThat(lab.left("u", "r")).isEqualTo(6);
  }

  @Test
  void settle_onFixedWindowWithinTheSameWindow_refunds() {
    Lab lab = lab(Algorithm.FIXED_WINDOW, "10/1m");
    String reservation = reserve(lab, 5);
    lab.time.passSeconds(59);

    lab.throttlex.settle(reservation, 2);

    assertThat(lab.left("u", "r")).isEqualTo(8);
  }

  @Test
  void settle_onFixedWindowInTheNextWindow_refundsNothing() {
    Lab lab = lab(Algorithm.FIXED_WINDOW, "10/1m");
    String reservation = reserve(lab, 5);
    lab.time.passSeconds(60);
    lab.check("u", 3);

    lab.throttlex.settle(reservation, 0);

    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  @Test
  void settle_onSlidingCounter_correctsThePreviousWindow() {
    Lab lab = lab(Algorithm.SLIDING_WINDOW_COUNTER, "10/1m");
    String reservation = reserve(lab, 8);
    lab.time.passSeconds(90);
    lab.check("u", 1);
    assertThat(lab.left("u", "r")).isEqualTo(5);

    lab.throttlex.settle(reservation, 2);

    assertThat(lab.left("u", "r")).isEqualTo(8);
  }

  @Test
  void settle_onSlidingCounterWithoutLaterCharge_correctsThePreviousWindow() {
    Lab lab = lab(Algorithm.SLIDING_WINDOW_COUNTER, "10/1m");
    String reservation = reserve(lab, 8);
    lab.time.passSeconds(90);
    assertThat(lab.left("u", "r")).isEqualTo(6);

    lab.throttlex.settle(reservation, 2);

    assertThat(lab.left("u", "r")).isEqualTo(9);
  }

  @Test
  void settle_onSlidingCounterTwoWindowsLater_refundsNothing() {
    Lab lab = lab(Algorithm.SLIDING_WINDOW_COUNTER, "10/1m");
    String reservation = reserve(lab, 8);
    lab.time.passSeconds(70);
    lab.check("u", 1);
    lab.time.passSeconds(60);
    lab.check("u", 2);
    assertThat(lab.left("u", "r")).isEqualTo(7);

    lab.throttlex.settle(reservation, 0);

    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  @Test
  void settle_onSlidingLog_refundsTheChargeItself() {
    Lab lab = lab(Algorithm.SLIDING_WINDOW_LOG, "10/1m");
    String reservation = reserve(lab, 5);
    lab.time.passSeconds(30);
    lab.check("u", 3);

    lab.throttlex.settle(reservation, 1);

    assertThat(lab.left("u", "r")).isEqualTo(6);
    lab.time.passSeconds(30);
    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  @Test
  void settle_onSlidingLogAfterTheChargeExpired_refundsNothing() {
    Lab lab = lab(Algorithm.SLIDING_WINDOW_LOG, "10/1m");
    String reservation = reserve(lab, 5);
    lab.time.passSeconds(60);
    lab.check("u", 3);

    lab.throttlex.settle(reservation, 0);

    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_WINDOW", "SLIDING_WINDOW_COUNTER", "SLIDING_WINDOW_LOG"})
  void settle_forMoreInTheNextWindow_chargesTheDifferenceToThatWindow(Algorithm algorithm) {
    Lab lab = lab(algorithm, "10/1m");
    String reservation = reserve(lab, 2);
    lab.time.passSeconds(60);

    lab.throttlex.settle(reservation, 9);

    long before = algorithm == Algorithm.SLIDING_WINDOW_COUNTER ? 2 : 0;
    assertThat(lab.left("u", "r")).isEqualTo(10 - 7 - before);
  }
}
