package com.throttlex.server.compat;

import com.throttlex.Decision;
import com.throttlex.rule.RuleBook;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys that denials name: the key of the policy, or else the printed key.
 *
 * <p>The keys of policies are kept as long as the rule book is in force, because a flood of denials
 * should not read the same rule again and again.
 */
public final class DenialKeys {
  private volatile Known known = new Known(RuleBook.EMPTY, Map.of());

  /** The keys of the policies of a book that have denied, by rule; the text is empty for none. */
  private record Known(RuleBook book, Map<String, String> byRule) {}

  /** Returns the key of a denial by the rules of a book; null if it is not known. */
  public @Nullable String of(Decision denial, RuleBook book) {
    String rule = denial.rule();
    if (rule == null || !rule.startsWith(PolicyId.PREFIX)) {
      return denial.key();
    }
    Known now = known;
    if (now.book != book) {
      now = new Known(book, new ConcurrentHashMap<>());
      known = now;
    }
    String key = now.byRule.computeIfAbsent(rule, id -> text(Policies.ofRule(book, id)));
    return key.isEmpty() ? denial.key() : key;
  }

  private static String text(@Nullable Policy policy) {
    return policy == null ? "" : policy.key().text();
  }
}
