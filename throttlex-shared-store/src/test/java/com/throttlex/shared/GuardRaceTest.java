package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Limit;
import com.throttlex.shared.FaultyStore.Fault;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class GuardRaceTest {
  private static final Fault[] FAULTS = {Fault.DOWN, Fault.NONE, Fault.SILENT, Fault.NONE};

  @Test
  void storeThatComesAndGoes_failsNobodyAndEveryFallbackIsCounted() throws Exception {
    SystemTime time = new SystemTime();
    CountingListener listener = new CountingListener();
    AtomicLong degraded = new AtomicLong();
    try (SchedulerThread scheduler = new SchedulerThread("guard-race")) {
      FaultyStore store = new FaultyStore(scheduler);
      Duration timeout = Duration.ofMillis(20);
      Guard guard =
          new Guard(
              new Coalescer(store, CoalescerSettings.of(timeout), time, scheduler),
              new GuardSettings(timeout, Duration.ofMillis(10)),
              () -> 3,
              time,
              scheduler,
              listener);
      long decided =
          Crowd.sum(
              8,
              thread -> {
                long count = 0;
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                while (System.nanoTime() < end) {
                  if (thread == 0) {
                    store.fault = FAULTS[(int) (count / 500 % FAULTS.length)];
                  }
                  Charges charges = new Charges().start(time.nanos());
                  charges.add(
                      GuardLab.key("k-" + count % 50),
                      0,
                      GuardLab.LIMIT,
                      1,
                      0,
                      GuardLab.terms(FailureMode.LOCAL));
                  Verdicts answer = guard.decide(charges).toCompletableFuture().join();
                  degraded.addAndGet(answer.isDegraded() ? 1 : 0);
                  count++;
                }
                return count;
              });

      assertThat(degraded.get()).isPositive().isLessThan(decided);
      assertThat(listener.fallbacks(FailureMode.LOCAL)).isEqualTo(degraded.get());
      store.fault = Fault.NONE;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (guard.state() != BreakerState.CLOSED && System.nanoTime() < end) {
        time.sleep(1_000_000);
      }
      assertThat(guard.state()).isEqualTo(BreakerState.CLOSED);
      guard.close();
    }
  }

  @Test
  void unitsAdmitted_whileTheStoreComesAndGoes_areCountedOnceEach() throws Exception {
    Limit wide = GuardLab.limit("10000000/18250d");
    SystemTime time = new SystemTime();
    try (SchedulerThread scheduler = new SchedulerThread("guard-race")) {
      FaultyStore store = new FaultyStore(scheduler);
      Duration timeout = Duration.ofMillis(20);
      Guard guard =
          new Guard(
              new Coalescer(store, CoalescerSettings.of(timeout), time, scheduler),
              new GuardSettings(timeout, Duration.ofMillis(10)),
              () -> 3,
              time,
              scheduler,
              GuardListener.NONE);
      long admitted =
          Crowd.sum(
              4,
              thread -> {
                long count = 0;
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                while (System.nanoTime() < end) {
                  if (thread == 0) {
                    store.fault = FAULTS[(int) (count / 500 % FAULTS.length)];
                  }
                  Charges charges = new Charges().start(time.nanos());
                  charges.add(GuardLab.key("wide"), 0, wide, 1);
                  Verdicts answer = guard.decide(charges).toCompletableFuture().join();
                  assertThat(answer.admitted()).isTrue();
                  count++;
                }
                return count;
              });
      store.fault = Fault.NONE;
      Await.until("all admitted units in the store", () -> counted(store, wide) >= admitted);

      assertThat(counted(store, wide)).isEqualTo(admitted);
      guard.close();
    }
  }

  private static long counted(FaultyStore store, Limit limit) {
    return limit.capacity()
        - store
            .memory
            .inspect(GuardLab.key("wide"), 0, SteppedTime.START)
            .toCompletableFuture()
            .join()
            .orElseThrow()
            .remaining();
  }
}
