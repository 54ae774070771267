package com.throttlex.server.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a completion script for shells. */
@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands and options in bash and zsh.",
      "Use it with: source <(throttlex completion)"
    })
final class CompletionCommand implements Runnable {
  private final PrintWriter out;
  private CommandSpec spec = CommandSpec.create();

  CompletionCommand(PrintWriter out) {
    this.out = out;
  }

  @Spec
  void spec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public void run() {
    CommandLine root = spec.root().commandLine();
    out.println(AutoComplete.bash(root.getCommandName(), root));
  }
}
