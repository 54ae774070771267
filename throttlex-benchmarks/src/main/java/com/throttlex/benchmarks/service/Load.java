package com.throttlex.benchmarks.service;

import java.io.IOException;

/** Keeps a server fully busy. */
public interface Load {
  /** Runs for about that long. */
  Volume run(int port, int seconds) throws IOException, InterruptedException;

  /** The number of requests and the time that they took. */
  record Volume(double requests, double seconds) {
    /** Returns requests per second. */
    public double rate() {
      return requests / seconds;
    }
  }
}
