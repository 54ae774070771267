package com.throttlex.rules;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Problem;
import java.util.List;

/**
 * The result of importing a rule file of Envoy's rate limit service.
 *
 * @param book the rules
 * @param notEquivalent the places where the rules differ from the file, by line
 */
public record EnvoyImport(RuleBook book, List<Problem> notEquivalent) {
  public EnvoyImport {
    notEquivalent = List.copyOf(notEquivalent);
  }
}
