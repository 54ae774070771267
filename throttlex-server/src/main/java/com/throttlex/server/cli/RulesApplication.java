package com.throttlex.server.cli;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.PrintWriter;
import java.util.List;

/** Applies the rules of a file to a service. */
final class RulesApplication {
  private final AdminApi api;
  private final ServiceChanges changes;

  RulesApplication(RuleBook book, AdminApi api) {
    this.api = api;
    List<ServiceRule> service = api.rules().stream().filter(ServiceRule::fromApi).toList();
    changes = ServiceChanges.between(service, book.rules());
  }

  /** Returns the parts of the file that the API does not accept, as messages. */
  static List<String> leftOut(RuleBook book) {
    return RuleFile.toMap(book.preamble()).keySet().stream()
        .map(field -> field + ": not compared and not applied, because the API does not have it")
        .toList();
  }

  ServiceChanges changes() {
    return changes;
  }

  /** Makes each change and prints it when it is done; stops at the first failure. */
  void apply(boolean prune, boolean dryRun, PrintWriter out) {
    String note = dryRun ? " (dry run: not done)" : "";
    changes
        .added()
        .forEach(rule -> act(() -> api.create(rule), dryRun, out, "created " + rule.id() + note));
    changes
        .changed()
        .forEach(
            change ->
                act(
                    () -> api.replace(change.before(), change.after()),
                    dryRun,
                    out,
                    "changed " + change.after().id() + note));
    for (ServiceRule rule : changes.removed()) {
      if (prune) {
        act(() -> api.delete(rule), dryRun, out, "deleted " + rule.id() + note);
      } else {
        out.println("kept " + rule.id() + ", which is not in the file; --prune deletes it");
      }
    }
    if (changes.isEmpty()) {
      out.println("no changes");
    }
  }

  private static void act(Runnable action, boolean dryRun, PrintWriter out, String done) {
    if (!dryRun) {
      action.run();
    }
    out.println(done);
  }
}
