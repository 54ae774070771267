package com.throttlex.benchmarks.load;

import com.throttlex.benchmarks.store.Latencies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A process that sends load on demand.
 *
 * <p>Every line of its input is a {@link TrafficKind}, a port and a number of seconds; the line
 * that it answers with is how many answers came in that time. With a rate per second at its end,
 * the line asks for an open loop, and the answer is two percentiles in microseconds: p50 and p99.
 * An answer that begins with {@link #FAILED} gives the reason of a failure. The program ends when
 * its input ends.
 */
public final class Generator {
  /** The beginning of an answer without figures. */
  public static final String FAILED = "failed: ";

  private Generator() {}

  public static void main(String[] args) throws IOException {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // no warning about missing loggers
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      TrafficKind traffic = TrafficKind.valueOf(words[0]);
      int port = Integer.parseInt(words[1]);
      long nanos = TimeUnit.SECONDS.toNanos(Integer.parseInt(words[2]));
      int perSecond = words.length == 3 ? 0 : Integer.parseInt(words[3]);
      out.println(run(traffic, port, nanos, perSecond));
    }
  }

  private static String run(TrafficKind traffic, int port, long nanos, int perSecond) {
    try {
      return perSecond == 0
          ? Long.toString(traffic.loop().run(port, nanos))
          : percentiles(traffic.openLoop(perSecond).run(port, nanos));
    } catch (IOException | CompletionException e) {
      return FAILED + e.getMessage();
    }
  }

  private static String percentiles(Latencies latencies) {
    return latencies.micros(0.5) + " " + latencies.micros(0.99);
  }
}
