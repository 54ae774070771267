package com.throttlex.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Together;
import org.junit.jupiter.api.Test;

class ReachabilityTest {
  private static final long SECOND = 1_000_000_000L;
  private final Reachability reachability = new Reachability(SECOND / 10);

  @Test
  void silence_stopsQuestionsForASecond_thenOneTries() {
    assertThat(reachability.mayAsk(0)).isTrue();
    assertThat(reachability.silent("why", 0)).isTrue();
    assertThat(reachability.silent("again", 0)).isFalse();
    assertThat(reachability.problem()).isEqualTo("again");
    assertThat(reachability.mayAsk(SECOND - 1)).isFalse();
    assertThat(reachability.mayAsk(SECOND)).isTrue();
    assertThat(reachability.mayAsk(2 * SECOND)).isFalse();
    assertThat(reachability.mayAsk(SECOND + SECOND / 10 + SECOND)).isTrue();
  }

  @Test
  void answer_endsASilence() {
    reachability.silent("why", 0);
    assertThat(reachability.answered()).isTrue();
    assertThat(reachability.answered()).isFalse();
    assertThat(reachability.problem()).isEmpty();
    assertThat(reachability.mayAsk(0)).isTrue();
  }

  @Test
  void failureAtOnce_stopsNobody_andConnectsOnceASecond() {
    assertThat(reachability.failed("why")).isTrue();
    assertThat(reachability.mayAsk(0)).isTrue();
    assertThat(reachability.mayConnect(0)).isTrue();
    assertThat(reachability.mayConnect(SECOND - 1)).isFalse();
    assertThat(reachability.mayConnect(SECOND)).isTrue();
  }

  @Test
  void manyAtOnce_afterASilence_letOneTry() {
    for (int round = 1; round < 50; round++) {
      long now = round * 10L * SECOND;
      reachability.silent("why", now - SECOND);
      assertThat(Together.sum(4, thread -> reachability.mayAsk(now) ? 1L : 0L)).isEqualTo(1);
    }
  }

  @Test
  void answersAndSilencesAtOnce_leaveNoSilenceWithoutAProblem() {
    for (int round = 0; round < 200; round++) {
      Together.run(
          2, thread -> thread == 0 ? reachability.answered() : reachability.silent("w", 0));
      assertThat(reachability.mayAsk(0)).isEqualTo(reachability.problem().isEmpty());
      reachability.answered();
    }
  }
}
