package com.throttlex.benchmarks.adaptive;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A server with workers and a queue, in virtual time.
 *
 * <p>Requests arrive whether or not others are answered. Who is let in waits in line for a worker.
 * A client waits for a second; the worker does not know when it has gone and does the work in vain,
 * so that a server with a long queue is busy with nothing but that. What requests come, when, and
 * how much work they are is drawn from the seed alone: it is the same for every limiter.
 */
final class Plant {
  static final int WORKERS = 40;

  /** What they can do in a second. */
  static final double RATE = 1_000;

  /** What a request takes them on average. */
  static final double WORK_SECONDS = WORKERS / RATE;

  static final double SECOND = 1e9;
  private static final long PATIENCE = 1_000_000_000;
  private static final long TICK = 100_000_000;

  private final Scenario scenario;
  private final Limiter limiter;
  private final Dice dice;
  private final Course course;

  /** The phase of each second. */
  private final Phase[] phases;

  private final Queue<Request> waiting = new ArrayDeque<>();
  private final PriorityQueue<Job> working = new PriorityQueue<>();
  private long jobs;

  private Plant(Scenario scenario, long seed, Limiter limiter) {
    this.scenario = scenario;
    this.limiter = limiter;
    dice = new Dice(seed);
    course = new Course(scenario);
    phases = scenario.bySecond();
  }

  /** Everything that happens in a scenario with a limiter at the door. */
  static Course run(Scenario scenario, long seed, Limiter limiter) {
    return new Plant(scenario, seed, limiter).run();
  }

  /** The 99th percentile of the times that requests would take if none had to wait. */
  static double bareP99(Scenario scenario, long seed) {
    Times times = new Times();
    Plant plant = new Plant(scenario, seed, new Unlimited());
    long end = (long) (scenario.seconds() * SECOND);
    for (long now = plant.nextArrival(0); now < end; now = plant.nextArrival(now)) {
      plant.dice.uniform();
      Phase phase = plant.phase(now);
      times.add(time(phase, plant.dice.logNormal(phase.spread())));
    }
    return times.millis(0.99);
  }

  private Course run() {
    long end = (long) (scenario.seconds() * SECOND);
    long arrival = nextArrival(0);
    long tick = TICK;
    while (true) {
      Job first = working.peek();
      long done = first == null ? Long.MAX_VALUE : first.ends;
      long now = Math.min(arrival, Math.min(done, tick));
      if (now >= end) {
        course.leave(waiting.size() + working.size());
        return course;
      }
      if (now == done) {
        finish();
      } else if (now == tick) {
        limiter.tick(now);
        course.limit(limiter.limit());
        tick += TICK;
      } else {
        arrive(now);
        arrival = nextArrival(now);
      }
      work(now);
    }
  }

  private Phase phase(long now) {
    return phases[(int) (now / SECOND)];
  }

  private long nextArrival(long now) {
    return now + 1 + (long) (SECOND * dice.exponential() / scenario.rate(now / SECOND));
  }

  private void arrive(long now) {
    Phase phase = phase(now);
    Priority priority = Priority.of(dice.uniform());
    double work = dice.logNormal(phase.spread());
    Limiter.Ticket ticket = limiter.admit(priority, now);
    course.arrive(now, priority, ticket != null);
    if (ticket != null) {
      waiting.add(new Request(now, priority, work, ticket));
    }
  }

  private static long time(Phase phase, double work) {
    return phase.hangs() ? PATIENCE : (long) (SECOND * WORK_SECONDS * phase.slowness() * work);
  }

  /** Gives free workers what waits. */
  private void work(long now) {
    if (waiting.isEmpty()) {
      return;
    }
    Phase phase = phase(now);
    while (working.size() < phase.workers() && !waiting.isEmpty()) {
      Request request = waiting.remove();
      long ends = now + time(phase, request.work);
      working.add(new Job(ends, jobs++, request, phase.hangs()));
    }
  }

  private void finish() {
    Job job = working.remove();
    Request request = job.request;
    long took = job.ends - request.arrived;
    Outcome outcome =
        job.fails ? Outcome.FAILED : took > PATIENCE ? Outcome.DROPPED : Outcome.USEFUL;
    request.ticket.ended(job.ends, outcome);
    course.end(job.ends, request.priority, took, outcome);
  }

  /** Someone who was let in. */
  private record Request(long arrived, Priority priority, double work, Limiter.Ticket ticket) {}

  /** A worker at work; those that end at one time do so in the order of their begin. */
  private record Job(long ends, long number, Request request, boolean fails)
      implements Comparable<Job> {
    @Override
    public int compareTo(Job other) {
      int order = Long.compare(ends, other.ends);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }
}
