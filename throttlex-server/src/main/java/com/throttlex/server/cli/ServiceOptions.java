package com.throttlex.server.cli;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that {@code serve} and {@code proxy} have in common. */
final class ServiceOptions {
  /** The meaning of special ports. */
  static final String PORT = "0 = any free port, -1 = off";

  private final Map<String, String> options = new HashMap<>();

  /** Sets an option. */
  void put(String name, String text) {
    options.put(name, text);
  }

  /** Returns the options that were set, by their names without dashes. */
  Map<String, String> all() {
    return Map.copyOf(options);
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
