package com.throttlex.server.rules;

import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import java.util.List;

/**
 * A whole rule book that a client sent. It is not yet checked together with the rule file.
 *
 * @param preamble the parts other than the rules
 * @param rules the rules, which may include those of the rule file
 */
public record SentBook(Preamble preamble, List<Rule> rules) {
  public SentBook {
    rules = List.copyOf(rules);
  }
}
