package com.throttlex.server.rules;

import com.throttlex.rule.Preamble;
import com.throttlex.rules.RuleFile;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Thrown for a change of a rule, or of another part of the book, that comes from the rule file. */
public final class ReadOnlyRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReadOnlyRuleException(String id) {
    this("rule: " + id, "a rule that is not in the rule file; change it there");
  }

  private ReadOnlyRuleException(String value, String expected) {
    super(value + " (expected: " + expected + ")");
  }

  /** Throws for a part that differs from that of the rule file. */
  static void requireSame(Preamble file, Preamble sent) {
    if (sent.equals(file)) {
      return;
    }
    Map<String, Object> expected = RuleFile.toMap(file);
    Map<String, Object> given = RuleFile.toMap(sent);
    Set<String> names = new TreeSet<>(expected.keySet());
    names.addAll(given.keySet());
    names.removeIf(name -> Objects.equals(expected.get(name), given.get(name)));
    throw new ReadOnlyRuleException(
        String.join(", ", names) + ": changed", "as in the rule file, or absent; change it there");
  }
}
