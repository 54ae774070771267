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
      "An option overrides a variable, and a variable overrides the file."
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
      description = "The configuration file; by default throttlex.yml if it exists.")
  void config(String text) {
    options.put("config", text);
  }

  @Option(names = "--rules", paramLabel = "FILE", description = "The rule file.")
  void rules(String text) {
    options.put("rules", text);
  }

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "The address to listen on; by default 127.0.0.1.")
  void host(String text) {
    options.put("host", text);
  }

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of HTTP checks and gRPC; by default 8080. " + PORT + ".")
  void port(String text) {
    options.put("port", text);
  }

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      description = "Port of the admin API; by default 8081. " + PORT + ".")
  void adminPort(String text) {
    options.put("admin-port", text);
  }

  @Option(
      names = "--resp-port",
      paramLabel = "PORT",
      description = "Port of the Redis protocol; by default 6380. " + PORT + ".")
  void respPort(String text) {
    options.put("resp-port", text);
  }

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      description = "The folder for files of the service; by default data.")
  void dataDir(String text) {
    options.put("data-dir", text);
  }

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "Where counters are: memory:, redis://HOST:PORT or jdbc:postgresql://HOST:PORT/DATABASE"
              + " (also mariadb, mysql; several separated by commas).")
  void store(String text) {
    options.put("store", text);
  }

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = "Where rules and users are: a jdbc: URL; by default SQLite in the data folder.")
  void database(String text) {
    options.put("database", text);
  }
}
