package com.throttlex.server.cli;

import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  private final CommandContext surroundings;
  private final ServeAction action;

  @Mixin private final ServiceOptions options = new ServiceOptions();

  ServeCommand(CommandContext surroundings, ServeAction action) {
    this.surroundings = surroundings;
    this.action = action;
  }

  @Override
  public Integer call() throws Exception {
    Settings settings =
        SettingsReader.read(
            options.all(), surroundings.environment(), surroundings.workingDirectory());
    return action.run(settings, surroundings.out());
  }

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of HTTP checks and gRPC; by default 8080. " + ServiceOptions.PORT + ".")
  void port(String text) {
    options.put("port", text);
  }
}
