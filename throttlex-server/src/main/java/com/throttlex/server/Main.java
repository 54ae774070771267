package com.throttlex.server;

import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/** The main class of the program. */
public final class Main {
  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    CommandContext surroundings =
        new CommandContext(
            System.getenv(),
            Path.of(""),
            InstantSource.system(),
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    System.exit(Throttlex.commandLine(surroundings, new ServiceRunner()).execute(args));
  }
}
