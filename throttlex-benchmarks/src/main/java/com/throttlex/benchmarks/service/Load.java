package com.throttlex.benchmarks.service;

import java.io.IOException;

/** Keeps a server as busy as it can. */
interface Load {
  /** Runs for about that long. */
  Volume run(int port, int seconds) throws IOException, InterruptedException;

  /** How much was done in which time. */
  record Volume(double requests, double seconds) {
    double rate() {
      return requests / seconds;
    }
  }
}
