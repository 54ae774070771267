package com.throttlex.benchmarks.service;

import java.io.IOException;

/** Keeps a server as busy as it can. */
public interface Load {
  /** Runs for about that long. */
  Volume run(int port, int seconds) throws IOException, InterruptedException;

  /** How much was done in which time. */
  record Volume(double requests, double seconds) {
    /** Requests in a second. */
    public double rate() {
      return requests / seconds;
    }
  }
}
