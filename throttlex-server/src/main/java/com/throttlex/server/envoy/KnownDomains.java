package com.throttlex.server.envoy;

import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.HashSet;
import java.util.Set;

/** The domains that rules speak of, found once for every book of rules. */
final class KnownDomains {
  private record Known(RuleBook book, Set<String> domains) {}

  private volatile Known known = new Known(RuleBook.EMPTY, Set.of());

  // Books are told apart by identity: they are replaced as a whole.
  @SuppressWarnings("ReferenceEquality")
  boolean contains(RuleBook book, String domain) {
    Known current = known;
    if (current.book != book) {
      current = new Known(book, domains(book));
      known = current;
    }
    return current.domains.contains(domain);
  }

  private static Set<String> domains(RuleBook book) {
    Set<String> domains = new HashSet<>();
    for (Rule rule : book.rules()) {
      domains.addAll(rule.match().services());
    }
    return domains;
  }
}
