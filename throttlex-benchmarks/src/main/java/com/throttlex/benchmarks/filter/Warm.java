package com.throttlex.benchmarks.filter;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.service.Contest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A server that is warm after a number of requests. It counts requests, not seconds: on a busy
 * machine they take longer, and the JVM's compiler counts calls.
 */
record Warm(Contest.Side server) implements Turns.Side<Contest.Round> {
  private static final double REQUESTS = 120_000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  @Override
  public void warmUp() throws IOException, InterruptedException {
    long start = System.nanoTime();
    double done = 0;
    while (done < REQUESTS && System.nanoTime() - start < PATIENCE_NANOS) {
      done += server.load().run(server.port(), Contest.ROUND_SECONDS).requests();
    }
  }

  @Override
  public Contest.Round round() throws IOException, InterruptedException {
    return server.round();
  }
}
