package com.throttlex.server.cli;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.EnvoyImport;
import com.throttlex.rules.EnvoyRules;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Works with rule files, alone and together with the rules of a running service. */
@Command(
    name = "rules",
    description = "Validates, compares, applies and exports rule files.",
    synopsisSubcommandLabel = "COMMAND")
final class RulesCommand {
  private final CommandContext surroundings;
  private final PrintWriter out;
  private final PrintWriter err;

  RulesCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
    out = surroundings.out();
    err = surroundings.err();
  }

  @Command(description = "Validates rule files and prints every problem.")
  int validate(
      @Parameters(paramLabel = "FILE", arity = "1..*", description = "The rule files.")
          List<Path> files) {
    int exitCode = ExitCodes.OK;
    for (Path file : files) {
      try {
        out.println(file + ": " + RuleFile.read(resolved(file)).rules().size() + " rules");
      } catch (InvalidRuleFileException e) {
        err.println(e.getMessage());
        exitCode = ExitCodes.NEGATIVE;
      }
    }
    return exitCode;
  }

  @Command(description = "Prints the JSON schema of rule files, for editors.")
  void schema() {
    out.println(RuleFile.schema().strip());
  }

  @Command(description = "Prints the rules that a service got over its API, as a rule file.")
  void export(
      @Mixin AdminOptions admin,
      @Option(names = "--all", description = "Also print the rules of the service's rule file.")
          boolean all) {
    new RulesExport(admin.api(surroundings).rules()).print(all, out);
  }

  @Command(
      description = {
        "Compares a rule file with the rules that a service got over its API.",
        "+ is only in the file, - only in the service, ~ in both but different."
      })
  int diff(
      @Mixin AdminOptions admin,
      @Parameters(paramLabel = "FILE", description = "The file.") Path file) {
    ServiceChanges changes = synchronisation(file, admin).changes();
    changes.added().forEach(rule -> out.println("+ " + rule.id()));
    changes.removed().forEach(rule -> out.println("- " + rule.id()));
    for (ServiceChanges.Change change : changes.changed()) {
      out.println("~ " + change.after().id());
      change.fields().forEach(field -> out.println("    " + field));
    }
    return changes.isEmpty() ? ExitCodes.OK : ExitCodes.NEGATIVE;
  }

  @Command(
      description = "Changes the rules that a service got over its API to those of a rule file.")
  void apply(
      @Mixin AdminOptions admin,
      @Option(names = "--prune", description = "Delete rules that are not in the file.")
          boolean prune,
      @Option(names = "--dry-run", description = "Print the changes, and make none.")
          boolean dryRun,
      @Parameters(paramLabel = "FILE", description = "The rule file.") Path file) {
    synchronisation(file, admin).apply(prune, dryRun, out);
  }

  @Command(
      name = "import-envoy",
      description = {
        "Converts a configuration of Envoy's rate limit service to a rule file.",
        "Parts without an equivalent are listed on the error output."
      })
  int importEnvoy(
      @Parameters(paramLabel = "FILE", description = "The file of Envoy's rate limit service.")
          Path file) {
    try {
      EnvoyImport imported = EnvoyRules.read(resolved(file));
      out.print(RuleFile.write(imported.book()));
      out.flush();
      imported.notEquivalent().forEach(err::println);
      return ExitCodes.OK;
    } catch (InvalidRuleFileException e) {
      err.println(e.getMessage());
      return ExitCodes.NEGATIVE;
    }
  }

  private RulesApplication synchronisation(Path file, AdminOptions admin) {
    RuleBook book;
    try {
      book = RuleFile.read(resolved(file));
    } catch (InvalidRuleFileException e) {
      throw new CommandFailedException(ExitCodes.NEGATIVE, String.valueOf(e.getMessage()));
    }
    RulesApplication.leftOut(book).forEach(err::println);
    return new RulesApplication(book, admin.api(surroundings));
  }

  private Path resolved(Path file) {
    return surroundings.workingDirectory().resolve(file);
  }
}
