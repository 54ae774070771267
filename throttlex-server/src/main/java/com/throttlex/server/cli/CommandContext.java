package com.throttlex.server.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/**
 * The environment that a command runs in.
 *
 * @param environment the environment variables
 * @param workingDirectory what relative paths start from
 * @param clock the time of day
 * @param out where answers go
 * @param err where complaints go
 */
public record CommandContext(
    Map<String, String> environment,
    Path workingDirectory,
    InstantSource clock,
    PrintWriter out,
    PrintWriter err) {
  /** Copies the variables. */
  public CommandContext {
    environment = Map.copyOf(environment);
  }

  /** An environment variable, or something else when it is not set or empty. */
  String variable(String name, String otherwise) {
    String text = environment.getOrDefault(name, "");
    return text.isEmpty() ? otherwise : text;
  }
}
