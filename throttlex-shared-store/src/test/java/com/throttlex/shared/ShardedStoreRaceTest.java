package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import org.junit.jupiter.api.Test;

class ShardedStoreRaceTest {
  private static final int THREADS = 64;
  private static final int REQUESTS = 200;
  private static final Limit WIDE = ShardLab.limit("1000000/1h");
  private static final Limit NARROW = ShardLab.limit("1000/1h");

  private final ShardLab lab = new ShardLab();
  private final Key left = lab.key(0, 7);
  private final Key right = lab.key(2, 7);

  private Charges both(Limit leftLimit, Limit rightLimit) {
    Charges charges = lab.start();
    charges.add(left, 0, leftLimit, 1);
    charges.add(right, 0, rightLimit, 1);
    return charges;
  }

  private long crowd(Limit leftLimit, Limit rightLimit) throws Exception {
    return Crowd.sum(
        THREADS,
        thread -> {
          long admitted = 0;
          for (int i = 0; i < REQUESTS; i++) {
            admitted += lab.decide(both(leftLimit, rightLimit)).admitted() ? 1 : 0;
          }
          return admitted;
        });
  }

  private long left(Key key, Limit limit) {
    Charges charges = lab.start().dryRun();
    charges.add(key, 0, limit, 1);
    return lab.decide(charges).get(0).remaining();
  }

  @Test
  void requests_from64ThreadsWhereOneShardIsShort_areAdmittedExactlyToItsLimit() throws Exception {
    assertThat(crowd(WIDE, NARROW)).isEqualTo(1000);
    assertThat(left(left, WIDE)).isEqualTo(1_000_000 - 1000);
    assertThat(left(right, NARROW)).isZero();
  }

  @Test
  void requests_from64ThreadsWhereBothShardsAreShort_leaveExactlyWhatIsNotAdmitted()
      throws Exception {
    long admitted = crowd(NARROW, NARROW);
    assertThat(admitted).isPositive().isLessThanOrEqualTo(1000);
    assertThat(left(left, NARROW)).isEqualTo(1000 - admitted);
    assertThat(left(right, NARROW)).isEqualTo(1000 - admitted);
    while (lab.decide(both(NARROW, NARROW)).admitted()) {
      admitted++;
    }
    assertThat(admitted).isEqualTo(1000);
  }

  @Test
  void repetitions_from64Threads_areChargedOnceAndAnsweredAlike() throws Exception {
    for (int round = 0; round < 50; round++) {
      String name = "round-" + round;
      Key third = lab.key(1, round);
      long before = left(left, NARROW);
      boolean denied = round % 2 == 0;
      long admitted =
          Crowd.sum(
              THREADS,
              thread -> {
                Charges charges = both(NARROW, NARROW).replayKey(name);
                charges.add(third, 0, ShardLab.TEN, denied ? 11 : 1);
                Verdicts answer = lab.decide(charges);
                boolean passed = answer.admitted();
                assertThat(answer.get(0).remaining()).isEqualTo(passed ? before - 1 : before);
                return passed ? 1 : 0;
              });
      assertThat(admitted).isEqualTo(denied ? 0 : THREADS);
      assertThat(left(left, NARROW)).isEqualTo(denied ? before : before - 1);
    }
  }
}
