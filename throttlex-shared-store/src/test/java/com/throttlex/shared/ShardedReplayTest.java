package com.throttlex.shared;

import static com.throttlex.store.Settlement.ALREADY_SETTLED;
import static com.throttlex.store.Settlement.SETTLED;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.shared.FaultyStore.Fault;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShardedReplayTest {
  private static final long MINUTE = 60_000_000_000L;

  private final ShardLab lab = new ShardLab();

  private List<Long> left() {
    return List.of(lab.left(0), lab.left(1));
  }

  private static List<Long> remaining(Verdicts answer) {
    return List.of(answer.get(0).remaining(), answer.get(1).remaining());
  }

  @Test
  void repetition_ofWhatPassed_isAnsweredAlikeAndNotChargedAgain() {
    for (int i = 0; i < 3; i++) {
      Verdicts answer = lab.decide(lab.charges(3, 0, 1).replayKey("once"));
      assertThat(answer.admitted()).isTrue();
      assertThat(remaining(answer)).containsExactly(7L, 7L);
      lab.time.pass(Duration.ofMinutes(1));
    }
    assertThat(left()).containsExactly(7L, 7L);
  }

  @Test
  void repetition_ofWhatWasDenied_isDecidedAnewAndTakesNothingBackAgain() {
    lab.decide(lab.charges(8, 1));
    for (int i = 0; i < 3; i++) {
      Verdicts answer = lab.decide(lab.charges(3, 0, 1).replayKey("denied"));
      assertThat(answer.admitted()).isFalse();
      assertThat(remaining(answer)).containsExactly(10L - i, 2L);
      assertThat(left()).containsExactly(10L - i, 2L);
      lab.decide(lab.charges(1, 0));
    }
  }

  @Test
  void repetition_ofAReservingRequest_getsTheFirstReservation() {
    Verdicts first = lab.decide(lab.charges(3, 0, 1).replayKey("r").reserve("one", MINUTE));
    Verdicts second = lab.decide(lab.charges(3, 0, 1).replayKey("r").reserve("two", MINUTE));
    assertThat(second.reservation()).isEqualTo(first.reservation()).startsWith("one");
    assertThat(lab.settle(first.reservation(), 1)).isEqualTo(SETTLED);
    assertThat(lab.settle(second.reservation(), 1)).isEqualTo(ALREADY_SETTLED);
    assertThat(left()).containsExactly(9L, 9L);
  }

  @Test
  void repetition_ofWhatFailedInOneShard_isDecidedAnewAndChargedOnce() {
    lab.faulty.get(1).fault = Fault.DOWN;
    for (int i = 0; i < 2; i++) {
      assertThat(lab.store.decide(lab.charges(3, 0, 1).replayKey("failed")))
          .failsWithin(Duration.ZERO);
      assertThat(lab.left(0)).isEqualTo(10);
    }
    lab.faulty.get(1).fault = Fault.NONE;
    for (int i = 0; i < 3; i++) {
      Verdicts answer = lab.decide(lab.charges(3, 0, 1).replayKey("failed"));
      assertThat(answer.admitted()).isTrue();
      assertThat(left()).containsExactly(7L, 7L);
    }
  }

  @Test
  void repetition_ofWhatWasDeniedInAShardsPlace_isDecidedAnewAndCharged() {
    ShardLab guarded =
        new ShardLab(
            shard ->
                new Guard(
                    shard,
                    GuardSettings.of(GuardLab.TIMEOUT),
                    Nodes.ALONE,
                    lab.time,
                    lab.time,
                    GuardListener.NONE));
    guarded.faulty.get(1).fault = Fault.DOWN;
    Verdicts denied = guarded.decide(denying(guarded));
    assertThat(denied.admitted()).isFalse();
    assertThat(denied.isDegraded()).isTrue();
    assertThat(guarded.left(0)).isEqualTo(10);
    guarded.faulty.get(1).fault = Fault.NONE;
    Verdicts repeated = guarded.decide(denying(guarded));
    assertThat(repeated.admitted()).isTrue();
    assertThat(repeated.isDegraded()).isFalse();
    assertThat(List.of(guarded.left(0), guarded.left(1))).containsExactly(7L, 7L);
  }

  private static Charges denying(ShardLab lab) {
    Charges charges = lab.start().replayKey("degraded");
    for (int shard = 0; shard < 2; shard++) {
      charges.add(lab.key(shard, 0), 0, ShardLab.TEN, 3, shard, GuardLab.terms(FailureMode.DENY));
    }
    return charges;
  }
}
