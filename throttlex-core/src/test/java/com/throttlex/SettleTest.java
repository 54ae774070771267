package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Settlement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reserve and settle, whatever the algorithm; what differs between them is in RefundTest. */
class SettleTest {
  private static Lab lab(Algorithm algorithm) {
    return Lab.of(perUser("r", "10/1h").algorithm(algorithm));
  }

  private static String reserve(Lab lab, long cost) {
    return lab.check(user("u").cost(cost).reserve(true)).reservation();
  }

  @ParameterizedTest
  @EnumSource(names = "CONCURRENCY", mode = EnumSource.Mode.EXCLUDE)
  void settle_forLess_refundsTheDifference(Algorithm algorithm) {
    Lab lab = lab(algorithm);
    String reservation = reserve(lab, 5);

    assertThat(lab.throttlex.settle(reservation, 2)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.left("u", "r")).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource(names = "CONCURRENCY", mode = EnumSource.Mode.EXCLUDE)
  void settle_forMore_chargesTheDifference(Algorithm algorithm) {
    Lab lab = lab(algorithm);
    String reservation = reserve(lab, 5);

    assertThat(lab.throttlex.settle(reservation, 9)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.left("u", "r")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = "CONCURRENCY", mode = EnumSource.Mode.EXCLUDE)
  void settle_forMoreThanRemaining_leavesNothing(Algorithm algorithm) {
    Lab lab = lab(algorithm);
    String reservation = reserve(lab, 5);

    lab.throttlex.settle(reservation, RequestContext.MAX_COST);

    Decision next = lab.check("u");
    assertThat(next.allowed()).isFalse();
    assertThat(next.remaining()).isZero();
    assertThat(next.retryAfter()).isGreaterThan(360);
  }

  @ParameterizedTest
  @EnumSource
  void settle_forZero_refundsAll(Algorithm algorithm) {
    Lab lab = lab(algorithm);
    String reservation = reserve(lab, 10);
    assertThat(lab.check("u").allowed()).isFalse();

    lab.throttlex.settle(reservation, 0);

    assertThat(lab.left("u", "r")).isEqualTo(10);
    assertThat(lab.check("u", 10).allowed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void settle_twice_correctsOnce(Algorithm algorithm) {
    Lab lab = lab(algorithm);
    String first = reserve(lab, 4);
    reserve(lab, 4);
    lab.throttlex.settle(first, 0);

    assertThat(lab.throttlex.settle(first, 0)).isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(lab.throttlex.settle(first, 9)).isEqualTo(Settlement.ALREADY_SETTLED);
    assertThat(lab.left("u", "r")).isEqualTo(6);
  }

  @Test
  void settle_forTheSameCost_changesNothing() {
    Lab lab = lab(Algorithm.TOKEN_BUCKET);

    assertThat(lab.throttlex.settle(reserve(lab, 5), 5)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.left("u", "r")).isEqualTo(5);
  }

  @Test
  void settle_ofUnknownReservation_changesNothing() {
    Lab lab = lab(Algorithm.TOKEN_BUCKET).use("u", 3);

    assertThat(lab.throttlex.settle("0123456789abcdef", 0)).isEqualTo(Settlement.UNKNOWN);
    assertThat(lab.throttlex.settle("", 0)).isEqualTo(Settlement.UNKNOWN);
    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_WINDOW", "SLIDING_WINDOW_LOG", "SLIDING_WINDOW_COUNTER"})
  void settle_afterFiveMinutes_isUnknownAndTheChargeStays(Algorithm algorithm) {
    Lab lab = lab(algorithm);
    String inTime = reserve(lab, 3);
    String late = reserve(lab, 5);

    lab.time.pass(Duration.ofMinutes(5).minusNanos(1));
    assertThat(lab.throttlex.settle(inTime, 1)).isEqualTo(Settlement.SETTLED);
    lab.time.pass(Duration.ofNanos(1));
    assertThat(lab.throttlex.settle(late, 0)).isEqualTo(Settlement.UNKNOWN);

    assertThat(lab.left("u", "r")).isEqualTo(4);
  }

  @Test
  void settle_underSeveralRules_correctsAllOfThem() {
    Lab lab =
        Lab.of(
            perUser("a", "10/1h", "30/1d").cost(2),
            global("b", "20/1h").algorithm(Algorithm.FIXED_WINDOW).cost(5),
            global("c", "20/1h").algorithm(Algorithm.SLIDING_WINDOW_LOG));
    Decision decision = lab.check(user("u").reserve(true));
    assertThat(decision.limits())
        .extracting(LimitStatus::remaining)
        .containsExactly(8L, 28L, 15L, 19L);

    lab.throttlex.settle(decision.reservation(), 3);

    assertThat(lab.check("u", 0).limits())
        .extracting(LimitStatus::remaining)
        .containsExactly(7L, 27L, 17L, 17L);
  }

  @Test
  void reservation_isGivenOnlyWhenRequestedAllowedAndCharged() {
    Lab lab = lab(Algorithm.TOKEN_BUCKET);

    assertThat(lab.check("u").reservation()).isNull();
    assertThat(reserve(lab, 1)).matches("[0-9a-f]{32}").isNotEqualTo(reserve(lab, 1));
    assertThat(reserve(lab, 0)).isNull();
    assertThat(reserve(lab, 9)).isNull();
  }

  @Test
  void settle_afterReset_refundsNothingButStillChargesMore() {
    Lab lab = lab(Algorithm.TOKEN_BUCKET);
    String less = reserve(lab, 3);
    String more = reserve(lab, 3);
    lab.throttlex.reset("r|user=u");
    lab.use("u", 4);

    lab.throttlex.settle(less, 0);
    assertThat(lab.left("u", "r")).isEqualTo(6);
    lab.throttlex.settle(more, 5);
    assertThat(lab.left("u", "r")).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, RequestContext.MAX_COST + 1, Long.MAX_VALUE})
  void settle_forCostOutOfRange_isAnErrorAndSettlesNothing(long cost) {
    Lab lab = lab(Algorithm.TOKEN_BUCKET);
    String reservation = reserve(lab, 5);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.settle(reservation, cost))
        .withMessage("cost: " + cost + " (expected: from 0 to 1000000000000000)");
    assertThat(lab.throttlex.settle(reservation, 5)).isEqualTo(Settlement.SETTLED);
  }
}
