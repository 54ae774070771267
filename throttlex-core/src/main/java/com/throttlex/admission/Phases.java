package com.throttlex.admission;

import com.throttlex.request.RequestContext;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Matching;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of a book, split by the time at which they can be decided.
 *
 * <p>Rules about the address, the API key, the path or a header are decided at once. Rules about
 * the user, the tier, an attribute or the priority are decided when the user is known. So are rules
 * that replace them or are replaced by them.
 */
final class Phases {
  private static final Set<KeyPart.Kind> PERSONAL =
      EnumSet.of(
          KeyPart.Kind.USER, KeyPart.Kind.TIER, KeyPart.Kind.SUBJECT, KeyPart.Kind.ATTRIBUTE);

  private final RuleBook book;
  private final Set<String> left;
  private final RuleBook all;
  private final RuleBook early;
  private final RuleBook earlyOrDefault;
  private final RuleBook late;
  private final RuleBook lateOrDefault;
  private final RuleBook awaited;
  private final boolean classesAreKnown;

  /** Splits a book, without the excluded rules. */
  Phases(RuleBook book, Set<String> left) {
    this.book = book;
    this.left = left;
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : book.rules()) {
      if (!left.contains(rule.id()) || !rule.match().equals(Match.ALL)) {
        rules.add(rule);
      }
    }
    classesAreKnown = classesAreKnown(book.preamble().priorities());
    Set<String> personal = personal(rules);
    all = book(rules, book.fallback());
    List<Rule> first = rules.stream().filter(rule -> !personal.contains(rule.id())).toList();
    early = book(first, Fallback.ALLOW);
    earlyOrDefault = book(first, book.fallback());
    List<Rule> second = rules.stream().filter(rule -> personal.contains(rule.id())).toList();
    late = book(second, Fallback.ALLOW);
    lateOrDefault = book(second, book.fallback());
    awaited = awaited(second);
  }

  private RuleBook book(List<Rule> rules, Fallback fallback) {
    Set<String> ids = new HashSet<>();
    rules.forEach(rule -> ids.add(rule.id()));
    return RuleBook.of(
        book.preamble().with(fallback), rules.stream().map(rule -> among(ids, rule)).toList());
  }

  /** Returns the rule without references to rules that are not in the set. */
  private static Rule among(Set<String> ids, Rule rule) {
    return ids.containsAll(rule.replaces())
        ? rule
        : rule.toBuilder()
            .replaces(rule.replaces().stream().filter(ids::contains).toArray(String[]::new))
            .build();
  }

  /** Returns the ids of rules that need the user, or are connected to such by a replacement. */
  private Set<String> personal(List<Rule> rules) {
    Set<String> ids = new HashSet<>();
    rules.stream().filter(this::isPersonal).forEach(rule -> ids.add(rule.id()));
    for (int before = -1; before < ids.size(); ) {
      before = ids.size();
      for (Rule rule : rules) {
        if (ids.contains(rule.id())) {
          ids.addAll(rule.replaces());
        } else if (rule.replaces().stream().anyMatch(ids::contains)) {
          ids.add(rule.id());
        }
      }
    }
    return ids;
  }

  /** Returns whether the priority class of a request is known before its user is. */
  private static boolean classesAreKnown(List<Classifier> priorities) {
    return !priorities.isEmpty() && priorities.stream().allMatch(Classifier::isImpersonal);
  }

  private boolean isPersonal(Rule rule) {
    Match match = rule.match();
    boolean byClass = !match.priorities().isEmpty() || !rule.shares().isEmpty();
    return (byClass && !classesAreKnown)
        || rule.shares().isByTier()
        || rule.key().stream().anyMatch(part -> PERSONAL.contains(part.kind()))
        || rule.limits().size() > 1
        || !match.users().isEmpty()
        || !match.subjects().isEmpty()
        || !match.tiers().isEmpty()
        || !match.attributes().isEmpty();
  }

  /** Returns a book that matches all requests that the later rules may match, for any user. */
  private RuleBook awaited(List<Rule> later) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : later) {
      if (rule.mode() != Mode.OFF) {
        rules.add(
            Rule.builder(rule.id())
                .match(impersonal(rule.match()))
                .key("global")
                .limits("1/1s")
                .build());
      }
    }
    if (book.fallback() instanceof Fallback.Default by && isPersonal(by.rule())) {
      rules.add(Rule.builder(by.rule().id()).key("global").limits("1/1s").build());
    }
    return RuleBook.of(List.of(), Fallback.ALLOW, rules);
  }

  private static Match impersonal(Match match) {
    return new Match(
        match.endpoint(),
        match.methods(),
        match.services(),
        Map.of(),
        Set.of(),
        Set.of(),
        Set.of(),
        match.ips(),
        match.apiKeys());
  }

  /** Returns whether these are the phases of that book with those rules excluded. */
  boolean areOf(RuleBook book, Set<String> left) {
    return this.book == book && this.left == left;
  }

  /** Returns the book of all rules. */
  RuleBook all() {
    return all;
  }

  /** Whether a rule may apply to the request once its user is known. */
  boolean awaits(RequestContext request) {
    if (awaited.rules().isEmpty()) {
      return false;
    }
    Matching matching = new Matching();
    awaited.match(request, matching);
    return matching.size() > 0;
  }

  /** Returns the rules of the first phase; with the default rule if there is no second one. */
  RuleBook early(boolean more) {
    return more ? early : earlyOrDefault;
  }

  /** Returns the rules of the second phase; with the default rule unless another applied. */
  RuleBook late(boolean ruled) {
    return ruled ? late : lateOrDefault;
  }
}
