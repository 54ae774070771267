package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SystemTimeTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final SystemTime time = new SystemTime();

  @Test
  void nanos_seenFromTwoThreads_neverGoesBack() {
    AtomicLong latest = new AtomicLong();
    Runnable look =
        () -> {
          for (int i = 0; i < 500_000; i++) {
            long before = latest.get();
            long now = time.nanos();
            assertThat(now >= before).as("%s after %s", now, before).isTrue();
            latest.accumulateAndGet(now, Math::max);
          }
        };
    CompletableFuture<Void> other = CompletableFuture.runAsync(look);
    look.run();
    other.join();
  }

  @Test
  void nanos_agreesWithTheWallClockWithinASecond() {
    long before = System.currentTimeMillis() * MILLI;
    long now = time.nanos();
    long after = System.currentTimeMillis() * MILLI;

    assertThat(now).isBetween(before - SECOND, after + SECOND);
  }

  @Test
  void nanos_ofTwoClocksInOneProcess_agrees() {
    long apart = new SystemTime().nanos() - time.nanos();

    assertThat(Math.abs(apart)).isLessThan(SECOND);
  }

  @Test
  void sleep_whenInterrupted_throws() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> time.sleep(SECOND)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  /** A thread that has read the monotonic clock and is then held up, while time goes on. */
  @Tag("long")
  @Test
  void nanos_afterAThreadWasHeldUpComparingClocks_isNotAhead() throws Exception {
    letPass(SECOND + 100 * MILLI);
    CompletableFuture<Void> heldUp;
    synchronized (time) {
      heldUp = CompletableFuture.runAsync(time::nanos);
      letPass(SECOND + 500 * MILLI);
    }
    heldUp.get();

    assertThat(time.nanos()).isLessThan((System.currentTimeMillis() + 500) * MILLI);
  }

  private void letPass(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      time.sleep(left);
    }
  }
}
