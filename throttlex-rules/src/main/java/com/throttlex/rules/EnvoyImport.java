package com.throttlex.rules;

import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Problem;
import java.util.List;

/**
 * What became of a rule file of Envoy's rate limit service.
 *
 * @param book the rules
 * @param notEquivalent where they do something else than the file, by line
 */
public record EnvoyImport(RuleBook book, List<Problem> notEquivalent) {
  public EnvoyImport {
    notEquivalent = List.copyOf(notEquivalent);
  }
}
