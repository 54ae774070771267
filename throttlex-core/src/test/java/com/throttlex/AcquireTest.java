package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.OnExceed;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AcquireTest {
  private static final RequestContext REQUEST = RequestContext.ofUser("u");

  private static Decision acquire(Lab lab, Duration timeout) throws InterruptedException {
    return lab.throttlex.acquire(REQUEST, timeout);
  }

  @ParameterizedTest
  @EnumSource
  void acquire_whenUnitIsFree_returnsAtOnce(Algorithm algorithm) throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/1s").algorithm(algorithm));

    assertThat(acquire(lab, Duration.ofSeconds(9)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"TOKEN_BUCKET", "LEAKY_BUCKET", "GCRA"})
  void acquire_onEmptyBucket_waitsForOneUnit(Algorithm algorithm) throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "10/1s").algorithm(algorithm)).use("u", 10);

    assertThat(acquire(lab, Duration.ofMillis(100)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofMillis(100));
  }

  @ParameterizedTest
  @EnumSource(names = {"FIXED_WINDOW", "SLIDING_WINDOW_LOG"})
  void acquire_onFullWindow_waitsUntilUnitsExpire(Algorithm algorithm) throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "2/1m").algorithm(algorithm)).use("u", 2);
    lab.time.passSeconds(10);

    assertThat(acquire(lab, Duration.ofSeconds(50)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void acquire_onFullSlidingCounter_waitsUntilEnoughOfPreviousWindowExpired()
      throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "4/1m").algorithm(Algorithm.SLIDING_WINDOW_COUNTER));
    lab.use("u", 4);

    assertThat(acquire(lab, Duration.ofHours(1)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofSeconds(75));
  }

  @ParameterizedTest
  @EnumSource(names = "CONCURRENCY", mode = EnumSource.Mode.EXCLUDE)
  void acquire_whenUnitComesAfterTimeout_isDeniedAtOnce(Algorithm algorithm)
      throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/10s").algorithm(algorithm)).use("u", 1);

    Decision decision = acquire(lab, Duration.ofSeconds(10).minusNanos(1));

    assertThat(decision.allowed()).isFalse();
    assertThat(decision.rule()).isEqualTo("r");
    assertThat(lab.time.elapsed()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void acquire_ofCostAboveTheLimit_isDeniedAtOnce(Algorithm algorithm) throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "10/1s").algorithm(algorithm)).use("u", 1);
    RequestContext eleven = REQUEST.toBuilder().cost(11).build();

    assertThat(lab.throttlex.acquire(eleven, Duration.ofDays(1)).allowed()).isFalse();
    assertThat(lab.time.elapsed()).isZero();
  }

  @Test
  void acquire_whenHolderSettles_takesTheSlotSoonAfter() throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/30s").algorithm(Algorithm.CONCURRENCY));
    String held = lab.check("u").reservation();
    lab.time.in(Duration.ofMillis(120), () -> lab.throttlex.settle(held, 1));

    Decision decision = acquire(lab, Duration.ofSeconds(5));

    assertThat(decision.allowed()).isTrue();
    assertThat(decision.reservation()).isNotNull().isNotEqualTo(held);
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofMillis(150));
  }

  @Test
  void acquire_whenNoSlotIsFreed_isDeniedAtTheTimeout() throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/30s").algorithm(Algorithm.CONCURRENCY)).use("u", 1);

    assertThat(acquire(lab, Duration.ofMillis(120)).allowed()).isFalse();
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofMillis(120));
  }

  @Test
  void acquire_whenHolderNeverSettles_takesTheSlotAtTheEndOfItsPeriod()
      throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/1s").algorithm(Algorithm.CONCURRENCY)).use("u", 1);

    assertThat(acquire(lab, Duration.ofSeconds(5)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void acquire_withDelayVerdict_returnsAfterTheDelay() throws InterruptedException {
    OnExceed delay = OnExceed.delay(Duration.ofSeconds(5));
    Lab lab = Lab.of(perUser("r", "1/1s").onExceed(delay)).use("u", 1);

    assertThat(acquire(lab, Duration.ZERO).verdict()).isEqualTo(Decision.Verdict.DELAY);
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void acquire_withZeroOrNegativeTimeout_answersAtOnceLikeACheck() throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/1s"));

    assertThat(acquire(lab, Duration.ZERO).allowed()).isTrue();
    assertThat(acquire(lab, Duration.ZERO).allowed()).isFalse();
    assertThat(acquire(lab, Duration.ofSeconds(-1)).allowed()).isFalse();
    assertThat(lab.time.elapsed()).isZero();
  }

  @Test
  void acquire_withInfiniteTimeout_waitsForTheNextUnit() throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/1s")).use("u", 1);

    assertThat(acquire(lab, ChronoUnit.FOREVER.getDuration()).allowed()).isTrue();
    assertThat(lab.time.elapsed()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void acquire_whenInterruptedWhileWaiting_consumesNothing() {
    Lab lab = Lab.of(perUser("r", "1/1s")).use("u", 1);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> acquire(lab, Duration.ofSeconds(5)))
        .isInstanceOf(InterruptedException.class);
    assertThat(lab.check("u").allowed()).isTrue();
  }

  @Test
  void acquire_whenInterruptedDuringDelay_freesTheSlot() {
    OnExceed delay = OnExceed.delay(Duration.ofSeconds(5));
    Lab lab =
        Lab.of(
            perUser("rate", "1/1s").onExceed(delay),
            perUser("slots", "2/1h").algorithm(Algorithm.CONCURRENCY));
    lab.use("u", 1);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> acquire(lab, Duration.ofSeconds(5)))
        .isInstanceOf(InterruptedException.class);

    assertThat(lab.left("u", "slots")).isEqualTo(1);
  }
}
