package com.throttlex.rule;

/**
 * A problem of a rule.
 *
 * @param rule the rule's id, or an empty text for the rule book itself
 * @param field the field of the rule file
 * @param message value and expectation
 */
public record RuleProblem(String rule, String field, String message) {
  @Override
  public String toString() {
    return rule.isEmpty() ? message : "rule " + rule + ": " + message;
  }
}
