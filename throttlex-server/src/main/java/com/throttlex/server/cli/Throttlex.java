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
    description = "A rate limiter: the service, and commands that talk to it.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeOnInvalidInput = ExitCodes.USAGE,
    exitCodeOnExecutionException = ExitCodes.FAILURE,
    footer = {
      "",
      "In a source tree, ./throttlex bench [quick|service] measures the library, or the service."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done, allowed, valid",
      "1:a negative answer: denied, invalid, different",
      "2:wrong usage or configuration",
      "3:failure"
    })
public final class Throttlex {
  private Throttlex() {}

  /** The whole command line. */
  public static CommandLine commandLine(CommandContext surroundings, ServeAction serve) {
    return new CommandLine(new Throttlex())
        .addSubcommand(new ServeCommand(surroundings, serve))
        .addSubcommand(CheckCommand.commandLine(surroundings))
        .addSubcommand(new RulesCommand(surroundings))
        .addSubcommand(new AdaptiveCommand(surroundings))
        .addSubcommand(new CompletionCommand(surroundings.out()))
        .setUsageHelpWidth(100)
        .setOut(surroundings.out())
        .setErr(surroundings.err())
        .setExecutionExceptionHandler((e, command, parsed) -> explain(e, surroundings.err()));
  }

  /** Says what went wrong; how it came to that only where the words are not meant for users. */
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
