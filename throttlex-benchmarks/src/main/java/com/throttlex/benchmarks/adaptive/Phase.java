package com.throttlex.benchmarks.adaptive;

/**
 * A time in which the plant stays as it is.
 *
 * @param seconds how long it lasts
 * @param from the load at its begin, as a part of what the healthy plant can do
 * @param to the load at its end; between them it changes evenly
 * @param workers how many work
 * @param slowness what their work takes longer by
 * @param spread how differently long it takes
 * @param hangs whether all of it ends with the time limit of what they call
 */
record Phase(
    int seconds,
    double from,
    double to,
    int workers,
    double slowness,
    double spread,
    boolean hangs) {

  /** All is well at a load. */
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

  /** Arrivals in a second, some seconds after the begin. */
  double rate(double elapsed) {
    return Plant.RATE * (from + (to - from) * elapsed / seconds);
  }

  /** What can be done well in a second. */
  double capacity() {
    return hangs ? 0 : Plant.RATE * workers / Plant.WORKERS / slowness;
  }

  /** How long a worker takes for some work, in nanoseconds. */
  long nanos(double work) {
    return hangs ? Plant.PATIENCE : (long) (Plant.SECOND * Plant.WORK_SECONDS * slowness * work);
  }
}
