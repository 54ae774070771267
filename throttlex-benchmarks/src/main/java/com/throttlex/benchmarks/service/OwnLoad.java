package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.load.Generator;
import com.throttlex.benchmarks.load.TrafficKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Load from our own generator process, which handles one run after the other. */
public final class OwnLoad {
  private final PrintWriter orders;
  private final BufferedReader answers;

  /** Creates load from a running {@link Generator}. */
  public OwnLoad(Child generator) {
    orders = new PrintWriter(generator.process().outputWriter(StandardCharsets.UTF_8), true);
    answers = generator.process().inputReader(StandardCharsets.UTF_8);
  }

  /** Returns load of that traffic. */
  public Load of(TrafficKind traffic) {
    return (port, seconds) ->
        new Load.Volume(Long.parseLong(answer(traffic + " " + port + " " + seconds)), seconds);
  }

  /** Sends requests at fixed times; returns p50 and p99 of their answers. */
  public Percentiles paced(TrafficKind traffic, int port, int seconds, int perSecond)
      throws IOException {
    String[] micros = answer(traffic + " " + port + " " + seconds + " " + perSecond).split(" ", -1);
    return new Percentiles(Double.parseDouble(micros[0]), Double.parseDouble(micros[1]));
  }

  /** Two percentiles, in microseconds. */
  public record Percentiles(double p50, double p99) {}

  private String answer(String order) throws IOException {
    orders.println(order);
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("generator of " + order + ": ended (expected: an answer)");
    } else if (answer.startsWith(Generator.FAILED)) {
      throw new IOException("generator of " + order + ": " + answer + " (expected: figures)");
    }
    return answer;
  }
}
