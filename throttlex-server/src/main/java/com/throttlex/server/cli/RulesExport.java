package com.throttlex.server.cli;

import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the rules of a service as a rule file.
 *
 * <p>The service does not tell its tiers, so those that the rules name are listed as the rules
 * order them.
 */
final class RulesExport {
  private final List<ServiceRule> rules;

  RulesExport(List<ServiceRule> rules) {
    this.rules = rules;
  }

  void print(boolean all, PrintWriter out) {
    List<Rule> chosen =
        rules.stream().filter(rule -> all || rule.fromApi()).map(ServiceRule::rule).toList();
    out.print(RuleFile.write(book(chosen)));
    out.flush();
  }

  private static RuleBook book(List<Rule> rules) {
    try {
      // A file that names no default rule has the usual one.
      RuleBook silent = RuleFile.parse("version: 1", "rules");
      return RuleBook.of(List.copyOf(tiers(rules)), silent.fallback(), rules);
    } catch (InvalidRulesException e) {
      throw new CommandFailedException(
          ExitCodes.FAILURE, e.getMessage() + "\nThese rules need others; try --all.");
    }
  }

  private static Set<String> tiers(List<Rule> rules) {
    Set<String> tiers = new LinkedHashSet<>();
    for (Rule rule : rules) {
      tiers.addAll(rule.limits().keySet());
      tiers.addAll(rule.match().tiers());
      rule.shares().perCent().values().forEach(shares -> tiers.addAll(shares.keySet()));
    }
    tiers.remove(Rule.EVERY_TIER);
    return tiers;
  }
}
