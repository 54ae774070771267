package com.throttlex.server.compat;

import com.throttlex.key.KeyText;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.KeyPart;
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

  /** Returns the printed keys of the counters of a policy's rule; up to three for a bare key. */
  static List<String> counters(CompiledRule rule) {
    String id = rule.rule().id();
    if (rule.countsByUser()) { // stored by an earlier release
      Set<String> users = rule.rule().match().users();
      return List.of(id + "|user=" + KeyText.escape(users.iterator().next()));
    }
    return countsBySubject(rule)
        ? counters(rule, rule.rule().match().subjects().values())
        : List.of(id + "|global");
  }

  /** Returns the printed keys of the counters of some subjects, for a rule that counts by them. */
  static List<String> counters(CompiledRule rule, Set<String> subjects) {
    String start = rule.rule().id() + "|subject=";
    return subjects.stream().map(subject -> start + KeyText.escape(subject)).toList();
  }

  /** Returns whether a rule counts by the subject and by nothing else. */
  static boolean countsBySubject(CompiledRule rule) {
    return rule.parts().equals(List.of(KeyPart.of(KeyPart.Kind.SUBJECT)));
  }

  /** Returns the policy whose rule has that id, or null. */
  static @Nullable Policy ofRule(RuleBook book, String id) {
    CompiledRule rule = id.startsWith(PolicyId.PREFIX) ? book.rule(id) : null;
    return rule == null ? null : Policy.of(rule.rule());
  }
}
