package com.throttlex.server.compat;

import com.throttlex.Decision;
import com.throttlex.rule.RuleBook;
import org.jspecify.annotations.Nullable;

/** The keys that denials name: the key of the policy, or else the printed key. */
public final class DenialKeys {
  private DenialKeys() {}

  /** Returns the key of a denial by the rules of a book; null if it is not known. */
  public static @Nullable String of(Decision denial, RuleBook book) {
    String rule = denial.rule();
    Policy policy = rule == null ? null : Policies.ofRule(book, rule);
    return policy == null ? denial.key() : policy.key().text();
  }
}
