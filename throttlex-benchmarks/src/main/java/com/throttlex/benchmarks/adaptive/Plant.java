package com.throttlex.benchmarks.adaptive;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A server with workers and a queue, in virtual time.
 *
 * <p>Requests arrive whether or not others are answered. Admitted requests wait in a queue for a
 * worker. A client waits for a second. The worker does not notice that the client has disconnected,
 * and completes the work. So a server with a long queue does only useless work.
 */
final class Plant {
  static final int WORKERS = 40;

  /** The capacity in requests per second. */
  static final double RATE = 1_000;

  /** The mean time of a request's work. */
  static final double WORK_SECONDS = WORKERS / RATE;

  static final double SECOND = 1e9;

  /** The timeout of clients, and of the server for called services. */
  static final long PATIENCE = 1_000_000_000;

  private static final long TICK = 100_000_000;

  private final ScenarioTrial trial;
  private final Limiter limiter;
  private final ScenarioRun course;

  /** The phase of each second. */
  private final Phase[] phases;

  private final Queue<Admitted> waiting = new ArrayDeque<>();
  private final PriorityQueue<Job> working = new PriorityQueue<>();
  private int next;
  private long jobs;

  private Plant(ScenarioTrial trial, Limiter limiter) {
    this.trial = trial;
    this.limiter = limiter;
    course = new ScenarioRun(trial.scenario());
    phases = trial.scenario().bySecond();
  }

  /** Runs a trial with a limiter. */
  static ScenarioRun run(ScenarioTrial trial, Limiter limiter) {
    return new Plant(trial, limiter).run();
  }

  private ScenarioRun run() {
    long end = (long) (trial.scenario().seconds() * SECOND);
    long tick = TICK;
    while (true) {
      long arrival = next < trial.requests().size() ? trial.requests().get(next).arrives() : end;
      Job first = working.peek();
      long done = first == null ? end : first.ends;
      long now = Math.min(arrival, Math.min(done, tick));
      if (now >= end) {
        course.leave(waiting.size() + working.size());
        return course;
      }
      if (now == done) {
        finish();
      } else if (now == tick) {
        tick(now);
        tick += TICK;
      } else {
        arrive(trial.requests().get(next++));
      }
      work(now);
    }
  }

  private Phase phase(long now) {
    return phases[(int) (now / SECOND)];
  }

  private void tick(long now) {
    double busy = working.size() / (double) phase(now).workers();
    limiter.tick(now, Math.min(1, busy), waiting.size());
    course.limit(limiter.limit());
  }

  private void arrive(ScenarioTrial.Request request) {
    Limiter.Ticket ticket = limiter.admit(request.priority(), request.arrives());
    course.arrive(request.arrives(), request.priority(), ticket != null);
    if (ticket != null) {
      waiting.add(new Admitted(request, ticket));
    }
  }

  /** Gives waiting requests to free workers. */
  private void work(long now) {
    if (waiting.isEmpty()) {
      return;
    }
    Phase phase = phase(now);
    while (working.size() < phase.workers() && !waiting.isEmpty()) {
      Admitted admitted = waiting.remove();
      long ends = now + phase.nanos(admitted.request.work());
      working.add(new Job(ends, jobs++, admitted, phase.hangs()));
    }
  }

  private void finish() {
    Job job = working.remove();
    ScenarioTrial.Request request = job.admitted.request;
    long took = job.ends - request.arrives();
    RequestEnd outcome =
        job.fails ? RequestEnd.FAILED : took > PATIENCE ? RequestEnd.DROPPED : RequestEnd.USEFUL;
    job.admitted.ticket.ended(job.ends, outcome);
    course.end(job.ends, request.priority(), took, outcome);
  }

  /** An admitted request. */
  private record Admitted(ScenarioTrial.Request request, Limiter.Ticket ticket) {}

  /** A busy worker; jobs that end at the same time end in the order of their start. */
  private record Job(long ends, long number, Admitted admitted, boolean fails)
      implements Comparable<Job> {
    @Override
    public int compareTo(Job other) {
      int order = Long.compare(ends, other.ends);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }
}
