package com.throttlex.server.cli;

import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the service. */
@Command(
    name = "serve",
    description = "Runs the service.",
    footer = {
      "",
      "Each option is also a key of throttlex.yml and a variable such as THROTTLEX_ADMIN_PORT.",
      "An option is stronger than a variable, and a variable is stronger than the file."
    })
final class ServeCommand implements Callable<Integer> {
  private static final String PORT = "0 = any free port, -1 = off";

  private final CommandContext surroundings;
  private final ServeAction action;
  private final Map<String, String> options = new HashMap<>();

  ServeCommand(CommandContext surroundings, ServeAction action) {
    this.surroundings = surroundings;
    this.action = action;
  }

  @Override
  public Integer call() throws Exception {
    Settings settings =
        SettingsReader.read(options, surroundings.environment(), surroundings.workingDirectory());
    return action.run(settings, surroundings.out());
  }

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration; throttlex.yml when it is there.")
  void config(String text) {
    options.put("config", text);
  }

  @Option(names = "--rules", paramLabel = "FILE", description = "The rule file.")
  void rules(String text) {
    options.put("rules", text);
  }

  @Option(names = "--host", paramLabel = "HOST", description = "What to bind; 127.0.0.1.")
  void host(String text) {
    options.put("host", text);
  }

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "HTTP checks and gRPC; 8080. " + PORT + ".")
  void port(String text) {
    options.put("port", text);
  }

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      description = "The admin plane; 8081. " + PORT + ".")
  void adminPort(String text) {
    options.put("admin-port", text);
  }

  @Option(
      names = "--resp-port",
      paramLabel = "PORT",
      description = "The Redis protocol; 6380. " + PORT + ".")
  void respPort(String text) {
    options.put("resp-port", text);
  }

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "What the service keeps; data.")
  void dataDir(String text) {
    options.put("data-dir", text);
  }

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "Where counters live: memory:, redis://HOST:PORT or jdbc:postgresql://HOST:PORT/DATABASE"
              + " (also mariadb, mysql; several with commas).")
  void store(String text) {
    options.put("store", text);
  }

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "Where rules and users live; SQLite in the data folder, or a jdbc: URL as for counters.")
  void database(String text) {
    options.put("database", text);
  }
}
