package com.throttlex.benchmarks.adaptive;

/** How a request ended. */
enum RequestEnd {
  /** Well, and in time. */
  USEFUL,
  /** With an error of the called service. */
  FAILED,
  /** Too late: the client had disconnected. */
  DROPPED
}
