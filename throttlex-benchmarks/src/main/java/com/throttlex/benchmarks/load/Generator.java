package com.throttlex.benchmarks.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A process that sends load on demand.
 *
 * <p>Every line of its input is a {@link TrafficKind}, a port and a number of seconds; the line
 * that it answers with is how many answers came in that time. It ends with its input, or when
 * something goes wrong.
 */
public final class Generator {
  private Generator() {}

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      long nanos = TimeUnit.SECONDS.toNanos(Integer.parseInt(words[2]));
      out.println(TrafficKind.valueOf(words[0]).loop().run(Integer.parseInt(words[1]), nanos));
    }
  }
}
