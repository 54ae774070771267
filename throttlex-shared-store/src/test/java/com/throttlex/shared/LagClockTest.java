package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LagClockTest {
  private static final long TICK = 5_000_000;
  private static final long SLACK = 1_000_000;

  private final ManualClock time = new ManualClock();
  private final List<Runnable> fences = new ArrayList<>();
  private final LagClock clock = new LagClock(time, fences::add);

  private void pass(long nanos) {
    time.advance(Duration.ofNanos(nanos));
  }

  private void answerFences() {
    List.copyOf(fences).forEach(Runnable::run);
    fences.clear();
  }

  private void tick() {
    clock.tick(TICK, false);
  }

  @Test
  void clock_whoseTicksComeInTime_goesAsTheTimeDoes() {
    long start = clock.nanos();
    clock.start(TICK);
    for (int i = 0; i < 10; i++) {
      pass(TICK + SLACK / 2);
      tick();
      answerFences();
    }
    assertThat(clock.nanos() - start).isEqualTo(10 * (TICK + SLACK / 2));
  }

  @Test
  void clock_whileATickIsOverdue_standsStill() {
    long start = clock.nanos();
    clock.start(TICK);
    pass(200 * TICK);
    assertThat(clock.nanos() - start).isEqualTo(TICK + SLACK);
    pass(TICK);
    assertThat(clock.nanos() - start).isEqualTo(TICK + SLACK);
    tick();
    assertThat(clock.nanos() - start).isEqualTo(TICK + SLACK);
    pass(TICK);
    assertThat(clock.nanos() - start).isEqualTo(2 * TICK + SLACK);
  }

  @Test
  void clock_untilAnswersWereRead_standsStill() {
    long start = clock.nanos();
    clock.start(TICK);
    pass(TICK);
    tick();
    for (int i = 0; i < 100; i++) {
      pass(TICK);
      tick();
    }
    assertThat(clock.nanos() - start).isEqualTo(TICK);
    assertThat(fences).as("one at a time").hasSize(1);
    answerFences();
    pass(TICK);
    tick();
    assertThat(clock.nanos() - start).isEqualTo(2 * TICK);
  }

  @Test
  void clock_whileAQuestionIsNotSentYet_standsStill() {
    long start = clock.nanos();
    clock.start(TICK);
    for (int i = 0; i < 100; i++) {
      pass(TICK);
      clock.tick(TICK, true);
      answerFences();
    }
    assertThat(clock.nanos() - start).isZero();
  }

  @Test
  void clock_thatWasStopped_measuresNoLag() {
    long start = clock.nanos();
    clock.start(TICK);
    clock.stop();
    pass(1_000 * TICK);
    assertThat(clock.nanos() - start).isEqualTo(1_000 * TICK);
  }
}
