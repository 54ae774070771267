package com.throttlex.rule;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All rules, checked and compiled into an index. It is immutable and replaced as a whole.
 *
 * <p>The cost of finding the rules of a request does not depend on the number of other rules. A
 * trie finds them by endpoint ({@link Segments}); within one pattern, tables find them by user, API
 * key, address, service or attribute ({@link Selection}).
 */
public final class RuleBook {
  /** A book without rules that allows every request. */
  public static final RuleBook EMPTY = of(List.of(), Fallback.ALLOW, List.of());

  /** The longest chain of rules that replace each other. */
  public static final int LONGEST_CHAIN = 8;

  private final Preamble preamble;
  private final @Nullable Set<String> stores;
  private final Classifier[] classifiers;
  private final Map<String, Integer> tierNumbers = new HashMap<>();
  private final Map<String, CompiledRule> rules = new LinkedHashMap<>();
  private final @Nullable CompiledRule defaultRule;
  private final Segments byEndpoint;
  private final Selection others;
  private final boolean replaces;
  private final Set<String> countedHeaders;

  private RuleBook(Preamble preamble, List<Rule> rules, @Nullable Set<String> stores) {
    this.preamble = preamble;
    this.stores = stores;
    classifiers = preamble.priorities().toArray(new Classifier[0]);
    preamble.tiers().forEach(tier -> tierNumbers.put(tier, tierNumbers.size()));
    rules.forEach(rule -> this.rules.put(rule.id(), compile(rule, false)));
    defaultRule = fallback() instanceof Fallback.Default d ? compile(d.rule(), true) : null;
    List<CompiledRule> active = new ArrayList<>(this.rules.values());
    active.removeIf(rule -> rule.rule().mode() == Mode.OFF);
    byEndpoint = Segments.of(active);
    active.removeIf(rule -> rule.rule().match().endpoint() != null);
    others = Selection.of(active);
    replaces = rules.stream().anyMatch(rule -> !rule.replaces().isEmpty());
    countedHeaders = headersIn(all(), preamble.priorities());
  }

  private static Set<String> headersIn(List<CompiledRule> rules, List<Classifier> priorities) {
    return Stream.concat(
            rules.stream().flatMap(rule -> rule.parts().stream()),
            priorities.stream().map(Classifier::source).filter(Objects::nonNull))
        .filter(part -> part.kind() == KeyPart.Kind.HEADER)
        .map(part -> String.valueOf(part.name()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private CompiledRule compile(Rule rule, boolean anonymous) {
    return new CompiledRule(rule, rules.size(), preamble, anonymous);
  }

  /**
   * Creates a book of rules.
   *
   * @param tiers the tiers, lowest first
   * @throws InvalidRulesException with every problem, if there are any
   */
  public static RuleBook of(List<String> tiers, Fallback fallback, List<Rule> rules) {
    return of(new Preamble(tiers, fallback), rules);
  }

  /**
   * Creates a book of rules.
   *
   * @throws InvalidRulesException with every problem, if there are any
   */
  public static RuleBook of(Preamble preamble, List<Rule> rules) {
    return of(preamble, rules, null);
  }

  /**
   * Creates a book of rules.
   *
   * @param stores the names of the stores, in the order in which problems list them; null if they
   *     are not known
   * @throws InvalidRulesException with every problem, if there are any
   */
  public static RuleBook of(Preamble preamble, List<Rule> rules, @Nullable Set<String> stores) {
    List<RuleProblem> problems = BookChecks.problems(preamble, rules, stores);
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
    return new RuleBook(preamble, rules, stores);
  }

  /** Creates a book of rules without tiers that allows requests to which no rule applies. */
  public static RuleBook of(Rule... rules) {
    return of(List.of(), Fallback.ALLOW, List.of(rules));
  }

  /** The parts of the book other than its rules. */
  public Preamble preamble() {
    return preamble;
  }

  /** The names of the stores that rules may name; null if they are not known. */
  public @Nullable Set<String> stores() {
    return stores;
  }

  /** The tiers, lowest first. */
  public List<String> tiers() {
    return preamble.tiers();
  }

  /** The fallback for requests that no rule applies to. */
  public Fallback fallback() {
    return preamble.fallback();
  }

  /** The names of the headers that rules use, in lower case. */
  public Set<String> countedHeaders() {
    return countedHeaders;
  }

  /** The rules, in order. */
  public List<Rule> rules() {
    return rules.values().stream().map(CompiledRule::rule).toList();
  }

  /** Returns the rule with that id, including the default rule; null if there is none. */
  public @Nullable CompiledRule rule(String id) {
    CompiledRule found = rules.get(id);
    boolean isDefault = defaultRule != null && defaultRule.rule().id().equals(id);
    return found == null && isDefault ? defaultRule : found;
  }

  /** Finds the rules that apply to a request; adds the default rule if none of them can deny. */
  public void match(RequestContext request, Matching to) {
    begin(request, to);
    others.collect(to);
    String endpoint = request.endpoint();
    if (endpoint != null) {
      byEndpoint.collect(endpoint, 0, to);
    }
    if (replaces) {
      to.replace();
    }
    if (!request.passesUnruled() && !to.canDeny()) {
      fallBack(to);
    }
  }

  private void fallBack(Matching to) {
    if (defaultRule != null) {
      to.add(defaultRule);
    } else if (fallback() instanceof Fallback.Verdict verdict && !verdict.allowed()) {
      to.deny();
    }
  }

  private void begin(RequestContext request, Matching to) {
    String named = request.tier();
    int number = named == null ? 0 : tierNumbers.getOrDefault(named, 0);
    String tier = tiers().isEmpty() ? named : tiers().get(number);
    to.start(classified(request, tier), tier, number);
  }

  /** Returns the request with the priority class that the book assigns. */
  private RequestContext classified(RequestContext request, @Nullable String tier) {
    for (Classifier classifier : classifiers) {
      Priority priority = classifier.priority(request, tier);
      if (priority != null) {
        return request.withPriority(priority);
      }
    }
    return request;
  }

  /**
   * Returns why rules apply to a request or do not, in order, the default rule last: all rules that
   * apply, and those that come nearest to it.
   *
   * @param misses the largest number of rules that do not apply
   */
  public List<Reason> reasons(RequestContext request, int misses) {
    Matching matching = new Matching();
    match(request, matching);
    Matching unreplaced = new Matching();
    begin(request, unreplaced);
    return new Reasoning(this, matching, unreplaced).reasons(misses);
  }

  /** The compiled rules, in order; the default rule last. */
  public List<CompiledRule> all() {
    List<CompiledRule> all = new ArrayList<>(rules.values());
    if (defaultRule != null) {
      all.add(defaultRule);
    }
    return all;
  }
}
