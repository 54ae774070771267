package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.store.Settlement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConcurrencyRuleTest {
  private final Lab lab = lab("2/30s");

  private static Lab lab(String rate) {
    return Lab.of(perUser("r", rate).algorithm(Algorithm.CONCURRENCY));
  }

  @Test
  void check_whenAllowed_hasAReservationAndWhenDeniedHasNone() {
    assertThat(lab.check("u").reservation()).isNotNull();
    assertThat(lab.check("u").reservation()).isNotNull();

    Decision denied = lab.check("u");
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.reservation()).isNull();
    assertThat(denied.retryAfter()).isEqualTo(30);
  }

  @Test
  void settle_withAnyCost_freesTheSlot() {
    for (long cost : new long[] {0, 1, 7}) {
      Decision held = lab.check("u");
      lab.check("v");
      assertThat(lab.left("u", "r")).isEqualTo(1);

      assertThat(lab.throttlex.settle(held.reservation(), cost)).isEqualTo(Settlement.SETTLED);

      assertThat(lab.left("u", "r")).isEqualTo(2);
    }
  }

  @Test
  void slot_whenHolderNeverSettles_isFreeAtTheEndOfItsPeriod() {
    lab.use("u", 1);
    lab.time.passSeconds(10);
    lab.use("u", 1);
    lab.time.pass(Duration.ofSeconds(20).minusNanos(1));
    Decision before = lab.check("u");
    assertThat(before.allowed()).isFalse();
    assertThat(before.waitNanos()).isEqualTo(1);
    assertThat(before.retryAfter()).isEqualTo(1);

    lab.time.pass(Duration.ofNanos(1));

    assertThat(lab.check("u").allowed()).isTrue();
    assertThat(lab.check("u").allowed()).isFalse();
  }

  @Test
  void settle_afterThePeriodEnded_doesNotFreeSlotsOfOthers() {
    Decision slow = lab.check("u");
    lab.time.passSeconds(30);
    lab.use("u", 2);

    lab.throttlex.settle(slow.reservation(), 1);

    assertThat(lab.check("u").allowed()).isFalse();
  }

  @Test
  void settle_withSeveralHoldersOfTheSameMoment_freesOnlyOneSlot() {
    Lab many = lab("3/30s");
    Decision first = many.check("u");
    many.use("u", 2);

    many.throttlex.settle(first.reservation(), 0);
    many.throttlex.settle(first.reservation(), 0);

    assertThat(many.left("u", "r")).isEqualTo(1);
  }

  @Test
  void cost_takesThatManySlotsAndSettlingFreesThemAll() {
    Decision both = lab.check("u", 2);
    assertThat(both.remaining()).isZero();

    lab.throttlex.settle(both.reservation(), 1);

    assertThat(lab.left("u", "r")).isEqualTo(2);
  }

  @Test
  void slot_heldForAlmostAnHour_canStillBeSettled() {
    Lab lasting = lab("1/1h");
    Decision held = lasting.check("u");
    lasting.time.pass(Duration.ofMinutes(59));

    assertThat(lasting.check("u").allowed()).isFalse();
    assertThat(lasting.throttlex.settle(held.reservation(), 0)).isEqualTo(Settlement.SETTLED);
    assertThat(lasting.check("u").allowed()).isTrue();
  }

  @Test
  void resetAt_isWhenTheLastRemainingHolderExpires() {
    lab.use("u", 1);
    lab.time.passSeconds(10);
    Decision later = lab.check("u");
    long start = ManualTime.START.getEpochSecond();
    assertThat(later.resetAt()).isEqualTo(start + 40);

    lab.throttlex.settle(later.reservation(), 0);

    assertThat(lab.status("u", "r").resetAt()).isEqualTo(start + 30);
  }

  @Test
  void settle_underSlotAndRateRules_freesTheSlotAndKeepsTheRateCharged() {
    Lab mixed =
        Lab.of(
            perUser("slots", "1/30s").algorithm(Algorithm.CONCURRENCY), perUser("rate", "10/1h"));
    Decision held = mixed.check("u");
    assertThat(mixed.check("u").rule()).isEqualTo("slots");

    mixed.throttlex.settle(held.reservation(), 1);

    assertThat(mixed.left("u", "slots")).isEqualTo(1);
    assertThat(mixed.left("u", "rate")).isEqualTo(9);
  }

  @Test
  void slots_takenAndSettledAThousandTimes_areAllFreeAgain() {
    Lab many = lab("100/1h");
    for (int round = 0; round < 10; round++) {
      Decision[] held = new Decision[100];
      for (int i = 0; i < 100; i++) {
        many.time.passMillis(1);
        held[i] = many.check("u");
      }
      assertThat(many.check("u").allowed()).isFalse();
      for (int i = 0; i < 100; i++) {
        many.throttlex.settle(held[(i * 37) % 100].reservation(), 0);
      }
      assertThat(many.left("u", "r")).isEqualTo(100);
    }
  }
}
