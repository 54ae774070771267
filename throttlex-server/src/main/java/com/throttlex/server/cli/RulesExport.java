package com.throttlex.server.cli;

import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Preamble;
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
 * <p>If the service lists no tiers, those that rules name are listed in the order of the rules.
 */
final class RulesExport {
  private final ServiceBook service;

  RulesExport(ServiceBook service) {
    this.service = service;
  }

  void print(boolean all, PrintWriter out) {
    List<Rule> chosen =
        service.rules().stream()
            .filter(rule -> all || rule.fromApi())
            .map(ServiceRule::rule)
            .toList();
    out.print(RuleFile.write(book(chosen)));
    out.flush();
  }

  private RuleBook book(List<Rule> rules) {
    try {
      Preamble parts = service.parsedPreamble();
      List<String> tiers = parts.tiers().isEmpty() ? List.copyOf(tiers(rules)) : parts.tiers();
      return RuleBook.of(
          new Preamble(
              tiers,
              parts.fallback(),
              parts.priorities(),
              parts.adaptive(),
              parts.onStoreFailure()),
          rules);
    } catch (InvalidRulesException e) {
      throw new CommandFailedException(
          ExitCodes.FAILURE, e.getMessage() + "\nThese rules refer to others; use --all.");
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
