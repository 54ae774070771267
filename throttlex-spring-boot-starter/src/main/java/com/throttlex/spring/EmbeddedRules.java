package com.throttlex.spring;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.admission.Admissions;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules of an engine in this process: those of its rule book, and those of routes. */
final class EmbeddedRules extends NamedRules {
  private final ThrottleX throttlex;
  private final int ipv6Prefix;
  private final Map<String, NamedRule> defined = new ConcurrentHashMap<>();
  private volatile Known known = new Known(RuleBook.EMPTY);

  /** The rules of a book that were used so far. */
  private record Known(RuleBook book, Map<String, NamedRule> rules) {
    Known(RuleBook book) {
      this(book, new ConcurrentHashMap<>());
    }
  }

  EmbeddedRules(ThrottleX throttlex, Admissions admissions, int ipv6Prefix) {
    super(throttlex, admissions);
    this.throttlex = throttlex;
    this.ipv6Prefix = ipv6Prefix;
  }

  @Override
  List<String> problems(RuleBook next, RuleUses uses) {
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

  @Override
  public Rule find(String rule) {
    return named(rule).rule();
  }

  @Override
  public boolean hasKey(String rule) {
    return named(rule).hasKey();
  }

  @Override
  public boolean has(String rule) {
    return rule(throttlex.rules(), rule) != null;
  }

  @Override
  public void define(Rule rule) {
    RuleBook book = throttlex.rules();
    if (book.rule(rule.id()) != null) {
      throw new IllegalArgumentException(
          "rule: \"" + rule.id() + "\" (expected: a name that no other rule has)");
    }
    defined.put(rule.id(), new NamedRule(rule, book.tiers(), ipv6Prefix));
  }

  @Override
  public CompletionStage<Decision> check(
      String rule, @Nullable Object key, long cost, boolean revocable) {
    NamedRule named = named(rule);
    RequestContext request = named.request(key, cost);
    return throttlex.checkAsync(revocable ? request.withTakeBack() : request, named.book());
  }

  @Override
  public Consumer<Outcome> watch(Collection<String> allowing, String other) {
    if (!throttlex.adaptive().isActive()) {
      return outcome -> {};
    }
    Set<String> sources = new LinkedHashSet<>();
    for (String rule : allowing) {
      String service = named(rule).service();
      sources.add(service == null ? other : service);
    }
    long began = throttlex.nanos();
    return outcome -> {
      long took = throttlex.nanos() - began;
      sources.forEach(source -> throttlex.adaptive().ended(source, took, outcome));
    };
  }

  private NamedRule named(String name) {
    RuleBook book = throttlex.rules();
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
