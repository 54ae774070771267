package com.throttlex.benchmarks.adaptive;

/** How a request ended. */
enum RequestEnd {
  /** With an answer in time. */
  USEFUL,
  /** With an error of the called service. */
  FAILED,
  /** Too late: the client had disconnected. */
  DROPPED
}
