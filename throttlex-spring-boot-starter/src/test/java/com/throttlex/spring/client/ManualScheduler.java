package com.throttlex.spring.client;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** Keeps what is to be done later until it is told that the time has come. */
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

  /** Does what was to be done next, and says how long that had to wait; null when there is none. */
  Duration next() {
    Later next = later.poll();
    if (next != null) {
      next.work().run();
    }
    return next == null ? null : next.delay();
  }
}
