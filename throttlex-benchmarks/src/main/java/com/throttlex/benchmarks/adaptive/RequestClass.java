package com.throttlex.benchmarks.adaptive;

/** The priority class of a request. */
enum RequestClass {
  CRITICAL(0.02, Double.POSITIVE_INFINITY),
  HIGH(0.18, 1),
  NORMAL(0.5, 0.8),
  LOW(0.3, 0.5);

  /** The part of the requests with this class. */
  final double part;

  /** The part of the limit that it may use, for limiters with classes. */
  final double share;

  RequestClass(double part, double share) {
    this.part = part;
    this.share = share;
  }

  /** Returns whether it is critical or high. */
  boolean isHigh() {
    return this == CRITICAL || this == HIGH;
  }

  /** Returns the class for a random number from 0 to 1. */
  static RequestClass of(double drawn) {
    double sum = 0;
    for (RequestClass priority : values()) {
      sum += priority.part;
      if (drawn < sum) {
        return priority;
      }
    }
    return LOW;
  }
}
