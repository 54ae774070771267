package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotaAccountTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long AGE = 2 * SECOND + QuotaAccount.ARRIVAL_NANOS;

  private final Map<String, Long> settled = new HashMap<>();
  private final QuotaAccount account = new QuotaAccount();
  private int takes;

  private void take(long units, long now) {
    account.taken(new QuotaTake(units, "r" + ++takes, settled::put, 1), units, now);
  }

  private void send(long units, long now) {
    account.sent(units, now, 2 * SECOND);
  }

  @Test
  void newAssignment_isBackedBesideTheOldOne_untilAReportShowsThatItArrived() {
    take(100, 0);
    send(100, 0);
    account.spent(40, 1000, SECOND);
    assertThat(account.hold()).isEqualTo(60);
    assertThat(account.available(SECOND, AGE)).isZero();
    take(100, SECOND);
    send(100, SECOND);
    assertThat(account.hold()).isEqualTo(160);
    account.spent(0, 1000, SECOND + SECOND / 4);
    assertThat(account.hold()).as("it may not have arrived").isEqualTo(160);
    account.spent(0, 1000, 2 * SECOND);
    assertThat(account.hold()).isEqualTo(100);
    assertThat(account.available(2 * SECOND, AGE)).isEqualTo(60);
  }

  @Test
  void assignmentAtEachTick_isProven_besideThoseThatMayBeUnderway() {
    take(100, 0);
    for (int tick = 0; tick < 4; tick++) {
      send(10, tick * SECOND / 4);
    }
    assertThat(account.hold()).isEqualTo(40);
    account.spent(0, 1000, SECOND);
    assertThat(account.hold()).isEqualTo(20); // the third one, and the fourth
    account.spent(15, 1000, SECOND + SECOND / 8);
    assertThat(account.hold()).isEqualTo(5);
  }

  @Test
  void spendingBeyondTheUnits_isADebt_upToAMost() {
    take(10, 0);
    send(10, 0);
    account.spent(Long.MAX_VALUE / 2, 50, SECOND);
    assertThat(account.debt()).isEqualTo(50);
    take(80, SECOND);
    assertThat(account.debt()).isZero();
    assertThat(account.available(SECOND, AGE)).isEqualTo(30);
  }

  @Test
  void oldUnits_thatAreNotHeld_areGivenBack() {
    take(100, 0);
    send(100, 0);
    account.spent(30, 1000, SECOND);
    account.release(SECOND, AGE);
    assertThat(settled).isEmpty();
    account.spent(0, 1000, 4 * SECOND); // the assignment has ended
    account.release(4 * SECOND, AGE);
    assertThat(settled).containsExactly(Map.entry("r1", 30L));
    assertThat(account.total()).isZero();
  }

  @Test
  void closedAccount_givesNothingBack() {
    take(100, 0);
    send(100, 0);
    account.close();
    assertThat(settled).isEmpty();
  }

  @Test
  void takeOfSeveralProxies_isSettledOnceByTheLast() {
    QuotaTake take = new QuotaTake(100, "shared", settled::put, 3);
    take.close(20);
    take.close(0);
    assertThat(settled).isEmpty();
    take.close(5);
    assertThat(settled).containsExactly(Map.entry("shared", 75L));
  }

  @Test
  void units_thatAreTooOld_backNoNewAssignment() {
    take(100, 0);
    assertThat(account.available(AGE, AGE)).isEqualTo(100);
    assertThat(account.available(AGE + 1, AGE)).isZero();
  }
}
