package com.throttlex.spring;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks values against single rules by name, for methods, routes and outbound calls. These provide
 * the value to count by.
 *
 * <p>A rule has the same counters for all its users. Its {@code match} is ignored here.
 */
public abstract sealed class NamedRules permits EmbeddedRules, ServiceRules {
  /** The attribute that names the rule in a check that is sent to a service. */
  public static final String RULE = "rule";

  /** The attribute that contains the value in a check that is sent to a service. */
  public static final String KEY = "key";

  private final Decider decider;
  private final Admissions admissions;
  private final RuleUses uses = new RuleUses();

  NamedRules(Decider decider, Admissions admissions) {
    this.decider = decider;
    this.admissions = admissions;
  }

  /**
   * Returns the rules of an engine in this process.
   *
   * @param admissions decides the requests of this application
   * @param ipv6Prefix how many bits of an IPv6 address are part of a key
   */
  public static NamedRules embedded(ThrottleX throttlex, Admissions admissions, int ipv6Prefix) {
    return new EmbeddedRules(throttlex, admissions, ipv6Prefix);
  }

  /** Returns the rules of a service, which this process does not know. */
  public static NamedRules ofService(Decider service, Admissions admissions, int ipv6Prefix) {
    return new ServiceRules(service, admissions, ipv6Prefix);
  }

  /**
   * Registers a user of a rule. The rule then no longer applies to all requests, unless its {@code
   * match} selects some.
   *
   * @param by the user in words, for messages
   * @param requirement rejects an unsuitable rule with an {@link IllegalArgumentException}; later
   *     versions of the rule have to meet it as well
   * @throws IllegalArgumentException if there is no such rule, or if it is rejected
   */
  public final void use(String rule, String by, Consumer<Rule> requirement) {
    if (rule.isEmpty()) {
      throw new IllegalArgumentException("rule: \"\" (expected: the name of a rule)");
    }
    Rule found = find(rule);
    if (found != null) {
      requirement.accept(found);
    }
    uses.add(rule, by, requirement);
    admissions.leave(rule);
  }

  /** Removes a user of a rule. */
  public final void useNoMore(String rule, String by) {
    uses.remove(rule, by);
  }

  /** Returns whether a rule has a user. */
  final boolean isUsed(String rule) {
    return uses.has(rule);
  }

  /**
   * Rejects a rule with a key if no value is given, and a rule without a key if a value is given.
   */
  public static void requireKey(Rule rule, boolean keyed) {
    NamedRule.requireKey(rule, keyed);
  }

  /** Rejects a rule whose key has several parts, because there is only a single value. */
  public static void requireOnePart(Rule rule) {
    if (rule.key().size() > 1) {
      throw new IllegalArgumentException(
          "rule: \""
              + rule.id()
              + "\" (expected: one that counts by one part, not by "
              + rule.key()
              + ")");
    }
  }

  /** Returns the reasons why the users of rules cannot work with another rule book. */
  public final List<String> problems(RuleBook next) {
    return problems(next, uses);
  }

  abstract List<String> problems(RuleBook next, RuleUses uses);

  /**
   * Returns the rule of that name, or null if a service has it.
   *
   * @throws IllegalArgumentException if there is no such rule
   */
  public abstract @Nullable Rule find(String rule);

  /** Returns whether a rule has a key; the rules of a service are assumed to have one. */
  public abstract boolean hasKey(String rule);

  /** Returns whether this process has a rule of that name. */
  public abstract boolean has(String rule);

  /**
   * Adds a rule that is not in the rule book, or replaces the one that was added with that name.
   *
   * @throws IllegalArgumentException if the rule book has a rule of that name, or if a service
   *     decides
   */
  public abstract void define(Rule rule);

  /**
   * Decides, and charges if allowed. The stage is complete at once if no other process is involved.
   *
   * @param key the value of the only part of the rule's key; a map from parts to values if there
   *     are several; null if there is none
   * @param cost the units to charge, or {@link RequestContext#UNSET} for the rule's own
   * @throws IllegalArgumentException if there is no such rule, or if it has another key
   */
  public final CompletionStage<Decision> check(String rule, @Nullable Object key, long cost) {
    return check(rule, key, cost, false);
  }

  /**
   * Decides as {@link #check(String, Object, long)} does; a revocable charge can be refunded for
   * some seconds.
   */
  public abstract CompletionStage<Decision> check(
      String rule, @Nullable Object key, long cost, boolean revocable);

  /** Refunds everything that a check with a reservation has charged. */
  public final CompletionStage<?> giveBack(Decision decision) {
    String reservation = decision.reservation();
    return reservation == null
        ? CompletableFuture.completedFuture(null)
        : decider.settleAsync(reservation, 0);
  }

  /** Releases the concurrency slots that an allowed check holds under a concurrency rule. */
  public final CompletionStage<?> release(Decision decision, Outcome outcome) {
    return decider.release(decision, outcome);
  }

  /**
   * Measures work that rules have allowed and that starts now, for adaptive limits. The result
   * takes the outcome when the work has ended.
   *
   * <p>The measurement is about the service that a rule names, or else about the given one.
   */
  public abstract Consumer<Outcome> watch(Collection<String> allowing, String other);
}
