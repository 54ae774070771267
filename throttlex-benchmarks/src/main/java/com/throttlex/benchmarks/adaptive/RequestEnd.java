package com.throttlex.benchmarks.adaptive;

/** How a request ended. */
enum RequestEnd {
  /** Well, and in time. */
  USEFUL,
  /** With an error of what the server called. */
  FAILED,
  /** Too late: the client had gone. */
  DROPPED
}
