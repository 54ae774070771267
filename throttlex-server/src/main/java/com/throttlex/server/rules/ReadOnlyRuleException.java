package com.throttlex.server.rules;

/** Thrown for a change of a rule that comes from the rule file. */
public final class ReadOnlyRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReadOnlyRuleException(String id) {
    super("rule: " + id + " (expected: a rule that is not in the rule file; change it there)");
  }
}
