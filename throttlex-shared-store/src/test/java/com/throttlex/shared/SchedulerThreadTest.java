package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SchedulerThreadTest {
  @Test
  void work_isDoneNotBeforeItsTime() throws Exception {
    try (SchedulerThread scheduler = new SchedulerThread("scheduler-test")) {
      CompletableFuture<Long> done = new CompletableFuture<>();
      long start = System.nanoTime();
      scheduler.after(20_000_000, () -> done.complete(System.nanoTime()));

      assertThat(done.get(10, TimeUnit.SECONDS) - start).isGreaterThanOrEqualTo(20_000_000);
    }
  }

  @Test
  void workThatFails_doesNotEndTheThread() throws Exception {
    try (SchedulerThread scheduler = new SchedulerThread("scheduler-test")) {
      CompletableFuture<Thread> done = new CompletableFuture<>();
      scheduler.after(
          0,
          () -> {
            throw new IllegalStateException("on purpose");
          });
      scheduler.after(0, () -> done.complete(Thread.currentThread()));

      Thread thread = done.get(10, TimeUnit.SECONDS);
      assertThat(thread.isDaemon()).isTrue();
      assertThat(thread.getName()).isEqualTo("scheduler-test");
    }
  }

  @Test
  void close_endsTheThreadAndLeavesWorkUndone() throws Exception {
    SchedulerThread scheduler = new SchedulerThread("scheduler-test");
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Boolean> never = new CompletableFuture<>();
    scheduler.after(0, () -> first.complete(Thread.currentThread()));
    scheduler.after(TimeUnit.HOURS.toNanos(1), () -> never.complete(true));
    Thread thread = first.get(10, TimeUnit.SECONDS);
    scheduler.close();
    scheduler.after(0, () -> never.complete(true));
    thread.join(10_000);

    assertThat(thread.isAlive()).isFalse();
    assertThat(never).isNotDone();
  }
}
