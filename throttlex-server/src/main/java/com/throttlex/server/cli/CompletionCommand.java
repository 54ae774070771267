package com.throttlex.server.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the commands. */
@Command(
    name = "completion",
    description = {
      "Prints a script that lets bash and zsh complete commands and options.",
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
