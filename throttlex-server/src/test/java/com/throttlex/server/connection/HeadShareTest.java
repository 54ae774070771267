package com.throttlex.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeadShareTest {
  private final HeadBudget budget = new HeadBudget(1000);

  private static int takenBy(HeadShare share) {
    int taken = 0;
    while (share.take(10)) {
      taken += 10;
    }
    return taken;
  }

  @Test
  void client_withManyConnections_leavesAsMuchAsItTakes() {
    int first = takenBy(budget.open("a"));
    int second = takenBy(budget.open("a"));
    int other = takenBy(budget.open("b"));

    assertThat(first).isEqualTo(500);
    assertThat(second).isZero();
    assertThat(other).isEqualTo(250);
    assertThat(budget.open("c").take(10)).isTrue();
    assertThat(budget.used()).isEqualTo(760);
  }

  @Test
  void connections_ofManyClients_takeAll() {
    assertThat(takenBy(budget.open(null))).isEqualTo(1000);
    assertThat(budget.open("a").take(10)).isFalse();
    assertThat(budget.refused()).isEqualTo(2);
  }

  @Test
  void client_thatGivesBack_takesAgain() {
    HeadShare share = budget.open("a");
    int taken = takenBy(share);

    share.give(taken);

    assertThat(budget.used()).isZero();
    assertThat(takenBy(share)).isEqualTo(taken);
  }

  @Test
  void share_isForgottenWithItsLastConnection() {
    HeadShare first = budget.open("a");
    assertThat(budget.open("a")).isSameAs(first);

    budget.close(first);
    assertThat(budget.open("a")).isSameAs(first);
    budget.close(first);
    budget.close(first);

    assertThat(budget.open("a")).isNotSameAs(first);
  }
}
