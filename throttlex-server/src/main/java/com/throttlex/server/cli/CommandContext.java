package com.throttlex.server.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/**
 * The environment that a command runs in.
 *
 * @param environment the environment variables
 * @param workingDirectory the base of relative paths
 * @param clock the time of day
 * @param out the output for answers
 * @param err the output for errors
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

  /** Returns an environment variable, or the other value if it is not set or empty. */
  String variable(String name, String otherwise) {
    String text = environment.getOrDefault(name, "");
    return text.isEmpty() ? otherwise : text;
  }
}
