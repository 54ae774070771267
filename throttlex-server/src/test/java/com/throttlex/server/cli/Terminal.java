package com.throttlex.server.cli;

import com.throttlex.server.config.Settings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs commands in this process and keeps what they print. */
final class Terminal {
  static final long NOW = 1_790_000_000;

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private @Nullable Settings served;

  Terminal(Path folder) {
    this.folder = folder;
  }

  Terminal variable(String name, String text) {
    environment.put(name, text);
    return this;
  }

  /** Runs one command and gives its exit code. */
  int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandContext surroundings =
        new CommandContext(
            environment,
            folder,
            InstantSource.fixed(Instant.ofEpochSecond(NOW)),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    return Throttlex.commandLine(surroundings, this::serve).execute(arguments);
  }

  private int serve(Settings settings, PrintWriter to) {
    served = settings;
    to.println("serving");
    return 0;
  }

  String out() {
    return out.toString();
  }

  String err() {
    return err.toString();
  }

  /** Returns the settings of the last {@code serve}. */
  @Nullable Settings served() {
    return served;
  }
}
