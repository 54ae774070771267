package com.throttlex.server.cli;

import com.throttlex.server.config.InvalidSettingsException;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ScopeType;

/** The program {@code throttlex}, of which everything else is a subcommand. */
@Command(
    name = "throttlex",
    description = "A rate limiter: the service, and commands that use it.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeOnInvalidInput = ExitCodes.USAGE,
    exitCodeOnExecutionException = ExitCodes.FAILURE,
    footer = {
      "",
      "In a source tree, ./throttlex bench [quick|service] measures the library or the service."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success, allowed, valid",
      "1:a negative answer: denied, invalid, different",
      "2:wrong usage or configuration",
      "3:failure"
    })
public final class Throttlex {
  private Throttlex() {}

  /** Returns the whole command line. */
  public static CommandLine commandLine(CommandContext surroundings, ServeAction serve) {
    return new CommandLine(new Throttlex())
        .addSubcommand(new ServeCommand(surroundings, serve))
        .addSubcommand(new ProxyCommand(surroundings, serve))
        .addSubcommand(CheckCommand.commandLine(surroundings))
        .addSubcommand(new HealthCommand(surroundings))
        .addSubcommand(new RulesCommand(surroundings))
        .addSubcommand(new ReplayCommand(surroundings))
        .addSubcommand(new SuggestCommand(surroundings))
        .addSubcommand(new AdaptiveCommand(surroundings))
        .addSubcommand(new KeysCommand(surroundings))
        .addSubcommand(new StoreCommand(surroundings))
        .addSubcommand(new CapacityCommand(surroundings))
        .addSubcommand(new CompletionCommand(surroundings.out()))
        .setUsageHelpWidth(100)
        .setOut(surroundings.out())
        .setErr(surroundings.err())
        .setExecutionExceptionHandler((e, command, parsed) -> explain(e, surroundings.err()));
  }

  /** Prints what went wrong; with a stack trace only if the message is not meant for users. */
  private static int explain(Exception e, PrintWriter err) {
    if (e instanceof CommandFailedException failed) {
      err.println(failed.getMessage());
      return failed.exitCode();
    } else if (e instanceof InvalidSettingsException) {
      err.println(e.getMessage());
      return ExitCodes.USAGE;
    }
    boolean worded =
        e instanceof IOException
            || e instanceof IllegalArgumentException
            || e instanceof IllegalStateException;
    if (worded && e.getMessage() != null) {
      err.println(e.getMessage());
    } else {
      e.printStackTrace(err);
    }
    return ExitCodes.FAILURE;
  }
}
