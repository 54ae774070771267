package com.throttlex.server.envoy;

import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.HashSet;
import java.util.Set;

/** The domains and paths that a rule book uses; computed once for every book. */
final class BookFacts {
  private record Known(RuleBook book, Set<String> domains, boolean paths) {}

  private volatile Known known = new Known(RuleBook.EMPTY, Set.of(), false);

  /** Returns whether a rule names the domain. */
  boolean hasDomain(RuleBook book, String domain) {
    return of(book).domains.contains(domain);
  }

  /** Returns whether a rule matches paths, so that a request must not hide its own. */
  boolean looksAtPaths(RuleBook book) {
    return of(book).paths;
  }

  // Books are compared by identity, because they are replaced as a whole.
  @SuppressWarnings("ReferenceEquality")
  private Known of(RuleBook book) {
    Known current = known;
    if (current.book != book) {
      boolean paths = book.rules().stream().anyMatch(BookFacts::looksAtPath);
      current = new Known(book, domains(book), paths);
      known = current;
    }
    return current;
  }

  private static boolean looksAtPath(Rule rule) {
    return rule.match().endpoint() != null
        || rule.key().contains(KeyPart.of(KeyPart.Kind.ENDPOINT));
  }

  private static Set<String> domains(RuleBook book) {
    Set<String> domains = new HashSet<>();
    for (Rule rule : book.rules()) {
      domains.addAll(rule.match().services());
    }
    return domains;
  }
}
