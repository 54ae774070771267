package com.throttlex.server.cli;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.EnvoyImport;
import com.throttlex.rules.EnvoyRules;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
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
    new RulesExport(admin.api(surroundings).book()).print(all, out);
  }

  @Command(
      description = {
        "Compares a rule file with the rules of a service.",
        "+ is only in the file, - only in the service, ~ in both but different."
      })
  int diff(
      @Mixin AdminOptions admin,
      @Parameters(paramLabel = "FILE", description = "The file.") Path file) {
    RulesApplication application = new RulesApplication(book(file), admin.api(surroundings));
    ServiceChanges changes = application.changes();
    List<String> otherParts = application.otherParts();
    otherParts.forEach(part -> out.println("~ " + part));
    changes.added().forEach(rule -> out.println("+ " + rule.id()));
    changes.removed().forEach(rule -> out.println("- " + rule.id()));
    for (ServiceChanges.Change change : changes.changed()) {
      out.println("~ " + change.after().id());
      change.fields().forEach(field -> out.println("    " + field));
    }
    return changes.isEmpty() && otherParts.isEmpty() ? ExitCodes.OK : ExitCodes.NEGATIVE;
  }

  @Command(
      description = {
        "Changes the rules of a service to those of a rule file, all at once or not at all.",
        "Rules and other parts that only the service has stay, unless --prune is given."
      })
  void apply(
      @Mixin AdminOptions admin,
      @Option(names = "--prune", description = "Delete rules that are not in the file.")
          boolean prune,
      @Option(names = "--dry-run", description = "Print the changes, and make none.")
          boolean dryRun,
      @Option(names = "--json", description = "Print the answer of the service as JSON.")
          boolean json,
      @Parameters(paramLabel = "FILE", description = "The rule file.") Path file) {
    RuleBook book = book(file);
    int rules = book.rules().size();
    Progress progress = new Progress(err, Ansi.AUTO.enabled(), rules, System::nanoTime);
    progress.step(rules + " rules read from " + file + "; reading those of the service");
    RulesApplication application = new RulesApplication(book, admin.api(surroundings));
    progress.step(application.changes() + "; the service checks and stores them");
    JsonObject answer = application.apply(prune, dryRun);
    progress.step("done");
    if (json) {
      out.println(answer.encodePrettily());
    } else {
      application.print(answer, prune, out);
    }
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

  private RuleBook book(Path file) {
    return RuleFiles.read(surroundings, file);
  }

  private Path resolved(Path file) {
    return surroundings.workingDirectory().resolve(file);
  }
}
