package com.throttlex.spring;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds values against single rules, asked for by name: for methods, routes and whatever else knows
 * itself what is to be counted.
 *
 * <p>A rule counts in the same place whoever asks. What it matches plays no part here.
 *
 * <p>Where a server decides, the check has the attributes {@code rule}, the name, and {@code key},
 * the value. The server's rule then has {@code match: {attributes: {rule: NAME}}} and {@code key:
 * [attribute:key]}; of a map, each part is sent as what it is.
 */
public final class NamedRules {
  /** The attribute that names the rule where a server decides. */
  public static final String RULE = "rule";

  /** The attribute that holds the value where a server decides. */
  public static final String KEY = "key";

  private final Decider decider;
  private final Admissions admissions;
  private final int ipv6Prefix;
  private final Map<String, NamedRule> defined = new ConcurrentHashMap<>();
  private final RuleUses uses = new RuleUses();
  private volatile Known known = new Known(RuleBook.EMPTY);

  /** What was made of the rules of a book by now. */
  private record Known(RuleBook book, Map<String, NamedRule> rules) {
    Known(RuleBook book) {
      this(book, new ConcurrentHashMap<>());
    }
  }

  /**
   * Makes rules askable.
   *
   * @param decider what decides
   * @param admissions what decides the requests of this application
   * @param ipv6Prefix how many bits of an IPv6 address count
   */
  public NamedRules(Decider decider, Admissions admissions, int ipv6Prefix) {
    this.decider = decider;
    this.admissions = admissions;
    this.ipv6Prefix = ipv6Prefix;
  }

  /**
   * Says that a rule is going to be asked for: requests are no longer held against it by
   * themselves, unless it says which it matches.
   *
   * @param by who asks, in words
   * @param requirement refuses a rule that cannot be asked so, with an {@link
   *     IllegalArgumentException}; holds for other rules that come into force as well
   * @throws IllegalArgumentException when there is no such rule, or when it is refused
   */
  public void use(String rule, String by, Consumer<Rule> requirement) {
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

  /** Says that a rule is no longer going to be asked for. */
  public void useNoMore(String rule, String by) {
    uses.remove(rule, by);
  }

  /** Whether somebody is going to ask for a rule. */
  boolean isUsed(String rule) {
    return uses.has(rule);
  }

  /** Refuses a rule that counts otherwise than with a key, or without one. */
  public static void requireKey(Rule rule, boolean keyed) {
    NamedRule.requireKey(rule, keyed);
  }

  /** Refuses a rule that counts by several parts, of which a single value cannot be made. */
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

  /** What would be wrong with other rules for those who ask by name; empty when nothing would. */
  public List<String> problems(RuleBook next) {
    if (!(decider instanceof ThrottleX)) {
      return List.of();
    }
    List<String> problems = new ArrayList<>();
    for (String name : defined.keySet()) {
      if (next.rule(name) != null) {
        problems.add("rule " + name + ": present (expected: another id, as a route has that one)");
      }
    }
    problems.addAll(uses.problems(name -> rule(next, name)));
    return problems;
  }

  private @Nullable Rule rule(RuleBook book, String name) {
    CompiledRule rule = book.rule(name);
    NamedRule own = defined.get(name);
    return rule != null ? rule.rule() : own == null ? null : own.rule();
  }

  /**
   * The rule of that name, or null where a server decides.
   *
   * @throws IllegalArgumentException when there is no such rule
   */
  public @Nullable Rule find(String rule) {
    return decider instanceof ThrottleX throttlex ? find(throttlex.rules(), rule).rule() : null;
  }

  /** Whether a rule counts by a key; taken for granted of a server that decides. */
  public boolean hasKey(String rule) {
    return !(decider instanceof ThrottleX throttlex) || find(throttlex.rules(), rule).hasKey();
  }

  /** Whether there is a rule of that name here; a server that decides is not asked. */
  public boolean has(String rule) {
    return decider instanceof ThrottleX throttlex
        && (throttlex.rules().rule(rule) != null || defined.containsKey(rule));
  }

  /**
   * Makes a rule known that no book has, in place of an earlier one of its name.
   *
   * @throws IllegalArgumentException when the book in force has a rule of that name, or when a
   *     server decides
   */
  public void define(Rule rule) {
    if (!(decider instanceof ThrottleX throttlex)) {
      throw new IllegalArgumentException(
          "rule: \"" + rule.id() + "\" (expected: one that the server has, as it decides)");
    }
    RuleBook book = throttlex.rules();
    if (book.rule(rule.id()) != null) {
      throw new IllegalArgumentException(
          "rule: \"" + rule.id() + "\" (expected: a name that no other rule has)");
    }
    defined.put(rule.id(), new NamedRule(rule, book.tiers(), ipv6Prefix));
  }

  /**
   * Decides, and charges if it is allowed; complete at once when nobody outside has to be asked.
   *
   * @param key the value of the only part that the rule counts by, a map from parts to values where
   *     there are several, or null where there is none
   * @param cost the units to charge, or {@link RequestContext#UNSET} for the rule's own
   * @throws IllegalArgumentException when there is no such rule, or when the key is not one that it
   *     counts by
   */
  public CompletionStage<Decision> check(String rule, @Nullable Object key, long cost) {
    return check(rule, key, cost, false);
  }

  /** The same; what is charged can be given back for some seconds if it is revocable. */
  public CompletionStage<Decision> check(
      String rule, @Nullable Object key, long cost, boolean revocable) {
    if (decider instanceof ThrottleX throttlex) {
      NamedRule named = find(throttlex.rules(), rule);
      RequestContext request = named.request(key, cost);
      return throttlex.checkAsync(revocable ? request.withTakeBack() : request, named.book());
    }
    RequestContext request = toBeSent(rule, key, cost);
    return decider.checkAsync(revocable ? request.withTakeBack() : request);
  }

  /** Gives back all that a check with a reservation has charged. */
  public CompletionStage<?> giveBack(Decision decision) {
    String reservation = decision.reservation();
    return reservation == null
        ? CompletableFuture.completedFuture(null)
        : decider.settleAsync(reservation, 0);
  }

  /**
   * Frees what an allowed check holds under a concurrency rule.
   *
   * @param outcome what came of what was allowed
   */
  public CompletionStage<?> release(Decision decision, Outcome outcome) {
    return decider.release(decision, outcome);
  }

  /**
   * Takes note, for limits that follow health, of how long work takes that rules have allowed and
   * that begins now; to be told what came of it when it has ended.
   *
   * <p>It tells of the health of the service that a rule names, or else of the other.
   */
  public Consumer<Outcome> watch(Collection<String> allowing, String other) {
    if (!(decider instanceof ThrottleX throttlex) || !throttlex.adaptive().isActive()) {
      return outcome -> {};
    }
    Set<String> sources = new LinkedHashSet<>();
    for (String rule : allowing) {
      String service = find(throttlex.rules(), rule).service();
      sources.add(service == null ? other : service);
    }
    long began = throttlex.nanos();
    return outcome -> {
      long took = throttlex.nanos() - began;
      sources.forEach(source -> throttlex.adaptive().ended(source, took, outcome));
    };
  }

  private RequestContext toBeSent(String rule, @Nullable Object key, long cost) {
    RequestContextBuilder request =
        RequestContext.builder().ipv6Prefix(ipv6Prefix).attribute(RULE, rule);
    if (key instanceof Map<?, ?> values) {
      values.forEach(
          (part, value) -> {
            KeyPart parsed = KeyPart.parse(String.valueOf(part));
            NamedRule.set(request, parsed, Objects.requireNonNull(value, parsed::toString));
          });
    } else if (key != null) {
      request.attribute(KEY, key.toString());
    }
    return cost == RequestContext.UNSET ? request.build() : request.cost(cost).build();
  }

  private NamedRule find(RuleBook book, String name) {
    Known current = known;
    if (current.book() != book) {
      current = new Known(book);
      known = current;
    }
    NamedRule found = current.rules().get(name);
    return found == null ? add(current, name) : found;
  }

  private NamedRule add(Known to, String name) {
    CompiledRule rule = to.book().rule(name);
    NamedRule own = rule == null ? defined.get(name) : null;
    if (own != null) {
      return own;
    }
    if (rule == null) {
      throw new IllegalArgumentException(
          "rule: \"" + name + "\" (expected: " + Spelling.expected(name, names(to.book())) + ")");
    }
    NamedRule named = new NamedRule(rule.rule(), to.book().tiers(), ipv6Prefix);
    to.rules().put(name, named);
    return named;
  }

  private List<String> names(RuleBook book) {
    return Stream.concat(book.rules().stream().map(Rule::id), defined.keySet().stream().sorted())
        .toList();
  }
}
