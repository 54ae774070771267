package com.throttlex.server.rules;

/** Says that a rule comes from the rule file and is changed there only. */
public final class ReadOnlyRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReadOnlyRuleException(String id) {
    super("rule: " + id + " (expected: a rule that is not in the rule file; change it there)");
  }
}
