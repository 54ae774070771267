package com.throttlex.server.cli;

import com.throttlex.server.config.Settings;
import com.throttlex.server.config.SettingsReader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the service with a reverse proxy in front of an application. */
@Command(
    name = "proxy",
    description = "Runs a reverse proxy that limits the requests to an application.",
    footer = {
      "",
      "The ports for checks (8080) and for the Redis protocol (6380) are off unless they are",
      "configured. Each option is also a key of throttlex.yml and a variable such as",
      "THROTTLEX_UPSTREAM; routes are in throttlex.yml. An option overrides a variable, and a",
      "variable overrides the file."
    })
final class ProxyCommand implements Callable<Integer> {
  private final CommandContext surroundings;
  private final ServeAction action;

  @Mixin private final ServiceOptions options = new ServiceOptions();

  ProxyCommand(CommandContext surroundings, ServeAction action) {
    this.surroundings = surroundings;
    this.action = action;
  }

  @Override
  public Integer call() throws Exception {
    Settings settings =
        SettingsReader.read(
            options.all(), surroundings.environment(), surroundings.workingDirectory(), true);
    return action.run(settings, surroundings.out());
  }

  @Option(
      names = "--upstream",
      paramLabel = "URL",
      description =
          "The application, such as http://127.0.0.1:9000; several separated by commas."
              + " It gets all requests that no route of throttlex.yml takes.")
  void upstream(String text) {
    options.put("upstream", text);
  }

  @Option(
      names = {"--port", "--proxy-port"},
      paramLabel = "PORT",
      description = "Port of the proxy; by default 8000. " + ServiceOptions.PORT + ".")
  void port(String text) {
    options.put("proxy-port", text);
  }
}
