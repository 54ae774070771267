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
 * All rules, checked and compiled into an index; immutable, so that it is replaced as a whole.
 *
 * <p>Finding the rules of a request costs the same however many other rules there are: by endpoint
 * in a trie ({@link Segments}), within one pattern by user, API key, address, service or attribute
 * ({@link Selection}).
 */
public final class RuleBook {
  /** No rules, and everything passes. */
  public static final RuleBook EMPTY = of(List.of(), Fallback.ALLOW, List.of());

  /** How many rules in a row may replace each other. */
  public static final int LONGEST_CHAIN = 8;

  private final Preamble preamble;
  private final Classifier[] classifiers;
  private final Map<String, Integer> tierNumbers = new HashMap<>();
  private final Map<String, CompiledRule> rules = new LinkedHashMap<>();
  private final @Nullable CompiledRule defaultRule;
  private final Segments byEndpoint;
  private final Selection others;
  private final boolean replaces;
  private final Set<String> countedHeaders;

  private RuleBook(Preamble preamble, List<Rule> rules) {
    this.preamble = preamble;
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
    return new CompiledRule(rule, rules.size(), tiers(), anonymous);
  }

  /**
   * A book of rules.
   *
   * @param tiers the tiers, lowest first
   * @throws InvalidRulesException with every problem, if there are any
   */
  public static RuleBook of(List<String> tiers, Fallback fallback, List<Rule> rules) {
    return of(new Preamble(tiers, fallback), rules);
  }

  /**
   * A book of rules.
   *
   * @throws InvalidRulesException with every problem, if there are any
   */
  public static RuleBook of(Preamble preamble, List<Rule> rules) {
    List<RuleProblem> problems = BookChecks.problems(preamble, rules);
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
    return new RuleBook(preamble, rules);
  }

  /** A book of rules without tiers, where a request that no rule applies to passes. */
  public static RuleBook of(Rule... rules) {
    return of(List.of(), Fallback.ALLOW, List.of(rules));
  }

  /** What it says besides its rules. */
  public Preamble preamble() {
    return preamble;
  }

  /** The tiers, lowest first. */
  public List<String> tiers() {
    return preamble.tiers();
  }

  /** What a request falls under that no rule applies to. */
  public Fallback fallback() {
    return preamble.fallback();
  }

  /** The names of the headers that have a say, in lower case. */
  public Set<String> countedHeaders() {
    return countedHeaders;
  }

  /** The rules, in order. */
  public List<Rule> rules() {
    return rules.values().stream().map(CompiledRule::rule).toList();
  }

  /** The rule of that id, the default rule included; null when there is none. */
  public @Nullable CompiledRule rule(String id) {
    CompiledRule found = rules.get(id);
    boolean isDefault = defaultRule != null && defaultRule.rule().id().equals(id);
    return found == null && isDefault ? defaultRule : found;
  }

  /** Finds the rules that apply to a request; when none of them can deny, the default as well. */
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

  /** The request with the class that the book gives it. */
  private RequestContext classified(RequestContext request, @Nullable String tier) {
    for (Classifier classifier : classifiers) {
      Priority priority = classifier.priority(request, tier);
      if (priority != null) {
        return request.withPriority(priority);
      }
    }
    return request;
  }

  /** Why each rule applies to a request or does not, in order; the default rule last. */
  public List<Reason> reasons(RequestContext request) {
    Matching matching = new Matching();
    match(request, matching);
    Matching unreplaced = new Matching();
    begin(request, unreplaced);
    return new Reasoning(this, matching, unreplaced).reasons();
  }

  /** The rules ready for deciding, in order; the default rule last. */
  public List<CompiledRule> all() {
    List<CompiledRule> all = new ArrayList<>(rules.values());
    if (defaultRule != null) {
      all.add(defaultRule);
    }
    return all;
  }
}
