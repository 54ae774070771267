package com.throttlex.benchmarks.adaptive;

/**
 * A time span in which the simulated server does not change.
 *
 * @param seconds its length
 * @param from the load at its start, as a part of the capacity of the healthy server
 * @param to the load at its end; it changes evenly in between
 * @param workers the number of workers
 * @param slowness the factor for the time of their work
 * @param spread the spread of these times
 * @param hangs whether all work ends with the timeout of a called service
 */
record Phase(
    int seconds,
    double from,
    double to,
    int workers,
    double slowness,
    double spread,
    boolean hangs) {

  /** Returns a phase without disturbance at a load. */
  static Phase healthy(int seconds, double load) {
    return new Phase(seconds, load, load, Plant.WORKERS, 1, 0.5, false);
  }

  Phase to(double load) {
    return new Phase(seconds, from, load, workers, slowness, spread, hangs);
  }

  Phase workers(int number) {
    return new Phase(seconds, from, to, number, slowness, spread, hangs);
  }

  Phase slower(double factor) {
    return new Phase(seconds, from, to, workers, factor, spread, hangs);
  }

  Phase noisy(double wider) {
    return new Phase(seconds, from, to, workers, slowness, wider, hangs);
  }

  Phase hanging() {
    return new Phase(seconds, from, to, workers, slowness, spread, true);
  }

  /** Returns the arrivals per second, that many seconds after the start. */
  double rate(double elapsed) {
    return Plant.RATE * (from + (to - from) * elapsed / seconds);
  }

  /** Returns the capacity in requests per second. */
  double capacity() {
    return hangs ? 0 : Plant.RATE * workers / Plant.WORKERS / slowness;
  }

  /** Returns the time of a worker for some work, in nanoseconds. */
  long nanos(double work) {
    return hangs ? Plant.PATIENCE : (long) (Plant.SECOND * Plant.WORK_SECONDS * slowness * work);
  }
}
