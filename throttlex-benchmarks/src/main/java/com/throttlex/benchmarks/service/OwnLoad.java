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
    return (port, seconds) -> {
      orders.println(traffic + " " + port + " " + seconds);
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("generator of " + traffic + ": ended (expected: a number)");
      }
      return new Load.Volume(Long.parseLong(answer), seconds);
    };
  }
}
