package com.throttlex.server.cli;

import com.throttlex.server.cli.ServiceClient.Answer;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks whether a running service takes requests. The container image has no other client. */
@Command(
    name = "health",
    description = "Checks whether a running service takes requests on its data port.")
final class HealthCommand implements Callable<Integer> {
  private static final int OK = 200;
  private static final int DRAINING = 503;

  private final CommandContext surroundings;

  @Mixin private ServiceUrl service = new ServiceUrl();

  HealthCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    String base = service.text(surroundings);
    Answer answer = new ServiceClient(base, Map.of()).send("GET", "/healthcheck", null, null);
    return switch (answer.status()) {
      case OK -> print("takes requests", ExitCodes.OK);
      case DRAINING -> print("takes no requests", ExitCodes.NEGATIVE);
      default -> throw answer.failure(ExitCodes.FAILURE, base);
    };
  }

  private int print(String state, int exitCode) {
    surroundings.out().println(state);
    return exitCode;
  }
}
