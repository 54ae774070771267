package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class MachineTimeTest {
  @Test
  void waiting_counts() {
    double millis =
        MachineTime.of(
            () -> {
              try (MachineTime time = MachineTime.start()) {
                Await.until("100 ms", () -> time.millis() > 100);
              }
            });

    assertThat(millis).isGreaterThan(50);
  }

  @Test
  void delayOfABusyMachine_doesNotCount() throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    List<Thread> others = new ArrayList<>();
    for (int i = 0; i < 8 * Runtime.getRuntime().availableProcessors(); i++) {
      others.add(new Thread(() -> spin(ended)));
    }
    others.forEach(Thread::start);
    long began = System.nanoTime();
    try (MachineTime time = MachineTime.start()) {
      Await.until("late", () -> (System.nanoTime() - began) / 1e6 - time.millis() > 100);
    } finally {
      ended.set(true);
    }
    for (Thread other : others) {
      other.join();
    }
  }

  private static void spin(AtomicBoolean ended) {
    while (!ended.get()) {
      Thread.onSpinWait();
    }
  }
}
