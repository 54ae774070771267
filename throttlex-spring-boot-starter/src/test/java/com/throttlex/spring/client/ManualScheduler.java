package com.throttlex.spring.client;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** Keeps scheduled tasks until the test runs them. */
final class ManualScheduler implements Scheduler {
  private record Later(Runnable work, Duration delay) {}

  private final Queue<Later> later = new ConcurrentLinkedQueue<>();

  @Override
  public Disposable schedule(Runnable work) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Disposable schedule(Runnable work, long delay, TimeUnit unit) {
    later.add(new Later(work, Duration.of(delay, unit.toChronoUnit())));
    return Disposables.single();
  }

  @Override
  public Worker createWorker() {
    throw new UnsupportedOperationException();
  }

  int size() {
    return later.size();
  }

  /** Runs the next task, and returns its delay; null if there is none. */
  Duration next() {
    Later next = later.poll();
    if (next != null) {
      next.work().run();
    }
    return next == null ? null : next.delay();
  }
}
