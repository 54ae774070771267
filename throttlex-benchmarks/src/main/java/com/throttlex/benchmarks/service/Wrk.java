package com.throttlex.benchmarks.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks over HTTP from {@code wrk}, in one thread. */
final class Wrk implements Load {
  private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in ");
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([\\d.]+)");
  private static final Pattern FAILURES = Pattern.compile("Non-2xx.*|Socket errors.*");

  private final Tool wrk;
  private final Children children;
  private final int connections;
  private final Path script;

  Wrk(Tool wrk, Children children, int connections) throws IOException {
    this.wrk = wrk;
    this.children = children;
    this.connections = connections;
    script = Resource.copy("check.lua", children.folder());
  }

  @Override
  public Volume run(int port, int seconds) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            wrk.path(),
            "-t1",
            "-c" + connections,
            "-d" + seconds + "s",
            "-s" + script,
            "http://127.0.0.1:" + port + "/api/v1/check");
    return read(children.run("wrk", seconds + 10, command));
  }

  static Volume read(String output) throws IOException {
    Matcher failures = FAILURES.matcher(output);
    if (failures.find()) {
      throw new IOException("wrk: " + failures.group() + " (expected: no failure)");
    }
    Matcher requests = REQUESTS.matcher(output);
    Matcher rate = RATE.matcher(output);
    if (!requests.find() || !rate.find()) {
      throw new IOException("wrk: " + output + " (expected: requests and their rate)");
    }
    double count = Double.parseDouble(requests.group(1));
    return new Volume(count, count / Double.parseDouble(rate.group(1)));
  }
}
