package com.throttlex.benchmarks.adaptive;

/** How much a request matters. */
enum RequestClass {
  CRITICAL(0.02, Double.POSITIVE_INFINITY),
  HIGH(0.18, 1),
  NORMAL(0.5, 0.8),
  LOW(0.3, 0.5);

  /** What part of the requests has it. */
  final double part;

  /** Up to what part of the limit it is let in, where limits know priorities. */
  final double share;

  RequestClass(double part, double share) {
    this.part = part;
    this.share = share;
  }

  /** Whether it is one of those that must not suffer. */
  boolean isHigh() {
    return this == CRITICAL || this == HIGH;
  }

  /** The priority of a request that drew a number from 0 to 1. */
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
