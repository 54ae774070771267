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
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GuardRaceTest {
  private static final Fault[] FAULTS = {Fault.DOWN, Fault.NONE, Fault.SILENT, Fault.NONE};

  private final SystemTime time = new SystemTime();
  private final SchedulerThread scheduler = new SchedulerThread("guard-race");
  private final FaultyStore store = new FaultyStore(scheduler);

  @AfterEach
  void close() {
    scheduler.close();
  }

  private Guard guard(GuardListener listener) {
    Duration timeout = Duration.ofMillis(20);
    return new Guard(
        new Coalescer(store, CoalescerSettings.of(timeout), time, scheduler),
        new GuardSettings(timeout, Duration.ofMillis(10)),
        () -> 3,
        time,
        scheduler,
        listener);
  }

  /** Decides for two seconds while the store comes and goes; returns the number of decisions. */
  private long decide(int threads, Guard guard, LongFunction<String> key, Limit limit, Seen seen)
      throws Exception {
    return Crowd.sum(
        threads,
        thread -> {
          long count = 0;
          long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
          while (System.nanoTime() < end) {
            if (thread == 0) {
              store.fault = FAULTS[(int) (count / 500 % FAULTS.length)];
            }
            Charges charges = new Charges().start(time.nanos());
            charges.add(
                GuardLab.key(key.apply(count)), 0, limit, 1, 0, GuardLab.terms(FailureMode.LOCAL));
            seen.decided(guard.decide(charges).toCompletableFuture().join());
            count++;
          }
          return count;
        });
  }

  /** Takes each decided request. */
  private interface Seen {
    void decided(Verdicts verdicts);
  }

  @Test
  void storeThatComesAndGoes_failsNobodyAndEveryFallbackIsCounted() throws Exception {
    CountingListener listener = new CountingListener();
    AtomicLong degraded = new AtomicLong();
    try (Guard guard = guard(listener)) {
      long decided =
          decide(
              8,
              guard,
              count -> "k-" + count % 50,
              GuardLab.LIMIT,
              charges -> degraded.addAndGet(charges.isDegraded() ? 1 : 0));

      assertThat(degraded.get()).isPositive().isLessThan(decided);
      assertThat(listener.fallbacks(FailureMode.LOCAL)).isEqualTo(degraded.get());
      store.fault = Fault.NONE;
      Await.until("circuit closed", () -> guard.state() == BreakerState.CLOSED);
    }
  }

  @Test
  void unitsAdmitted_whileTheStoreComesAndGoes_areCountedOnceEach() throws Exception {
    Limit wide = GuardLab.limit("10000000/18250d");
    try (Guard guard = guard(GuardListener.NONE)) {
      long admitted =
          decide(
              4, guard, count -> "wide", wide, charges -> assertThat(charges.admitted()).isTrue());
      store.fault = Fault.NONE;
      Await.until("all admitted units in the store", () -> counted(store, wide) >= admitted);

      assertThat(counted(store, wide)).isEqualTo(admitted);
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
