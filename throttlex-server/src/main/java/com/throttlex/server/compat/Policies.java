package com.throttlex.server.compat;

import com.throttlex.key.KeyText;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the policies of a rule book. */
final class Policies {
  private Policies() {}

  /** Returns all policies, in the order of their rules. */
  static List<Policy> of(RuleBook book) {
    return first(book, Integer.MAX_VALUE);
  }

  /** Returns the first policies, in the order of their rules. */
  static List<Policy> first(RuleBook book, int most) {
    return book.rules().stream()
        .flatMap(rule -> Stream.ofNullable(Policy.of(rule)))
        .limit(most)
        .toList();
  }

  /** Returns the policy of a key, or null. */
  static @Nullable Policy find(RuleBook book, PolicyKey key) {
    return ofRule(book, PolicyId.of(key.text()));
  }

  /** Returns the printed key of the only counter of a policy's rule. */
  static String counter(CompiledRule rule) {
    Set<String> users = rule.rule().match().users();
    return rule.countsByUser() // stored by an earlier release
        ? rule.rule().id() + "|user=" + KeyText.escape(users.iterator().next())
        : rule.rule().id() + "|global";
  }

  /** Returns the policy whose rule has that id, or null. */
  static @Nullable Policy ofRule(RuleBook book, String id) {
    CompiledRule rule = id.startsWith(PolicyId.PREFIX) ? book.rule(id) : null;
    return rule == null ? null : Policy.of(rule.rule());
  }
}
