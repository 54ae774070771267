package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.load.TrafficKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pipelines of commands from {@code redis-benchmark}.
 *
 * <p>Its runs have a number of commands, not a time; the rate of the previous run gives that
 * number.
 */
final class RedisBenchmark implements Load {
  private static final Pattern RATE = Pattern.compile("([\\d.]+) requests per second");

  private final Tool tool;
  private final Children children;
  private final TrafficKind traffic;
  private double rate = 100_000;

  RedisBenchmark(Tool tool, Children children, TrafficKind traffic) {
    this.tool = tool;
    this.children = children;
    this.traffic = traffic;
  }

  @Override
  public Volume run(int port, int seconds) throws IOException, InterruptedException {
    long requests = (long) (rate * seconds);
    List<String> command = new ArrayList<>(List.of(tool.path(), "-h", "127.0.0.1", "-q", "-e"));
    command.addAll(List.of("-p", Integer.toString(port), "-n", Long.toString(requests)));
    command.addAll(List.of("-c", Integer.toString(TrafficKind.RESP_CONNECTIONS)));
    command.addAll(List.of("-P", Integer.toString(TrafficKind.PIPELINE)));
    command.addAll(List.of("-r", Integer.toString(TrafficKind.KEYS)));
    command.addAll(List.of(traffic.command().split(" ", -1)));
    rate = read(children.run("redis-benchmark", 10 * seconds + 10, command));
    return new Volume(requests, requests / rate);
  }

  static double read(String output) throws IOException {
    Matcher rates = RATE.matcher(output);
    double last = Double.NaN;
    while (rates.find()) {
      last = Double.parseDouble(rates.group(1));
    }
    if (output.contains("Error from server") || !(last > 0)) {
      throw new IOException("redis-benchmark: " + output + " (expected: a rate, and no error)");
    }
    return last;
  }
}
