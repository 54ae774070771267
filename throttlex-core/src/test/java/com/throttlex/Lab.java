package com.throttlex;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import java.util.List;
import java.util.stream.Stream;

/** An engine under test, whose time is moved by hand. */
final class Lab {
  final ManualTime time = new ManualTime();
  final ThrottleX throttlex;

  Lab(RuleBook book) {
    throttlex = ThrottleX.of(book, new MemoryStore(), time);
  }

  /** Rules without tiers; a request that no rule applies to is allowed. */
  static Lab of(RuleBuilder... rules) {
    return new Lab(book(rules));
  }

  static Lab of(List<String> tiers, RuleBuilder... rules) {
    return new Lab(RuleBook.of(tiers, Fallback.ALLOW, build(rules)));
  }

  static Lab of(Fallback fallback, RuleBuilder... rules) {
    return new Lab(RuleBook.of(List.of(), fallback, build(rules)));
  }

  static RuleBook book(RuleBuilder... rules) {
    return RuleBook.of(List.of(), Fallback.ALLOW, build(rules));
  }

  private static List<Rule> build(RuleBuilder... rules) {
    return Stream.of(rules).map(RuleBuilder::build).toList();
  }

  /** A rule that counts by user. */
  static RuleBuilder perUser(String id, String... limits) {
    return Rule.builder(id).key("user").limits(limits);
  }

  /** A rule with one counter for all requests. */
  static RuleBuilder global(String id, String... limits) {
    return Rule.builder(id).key("global").limits(limits);
  }

  static RequestContextBuilder user(String user) {
    return RequestContext.builder().user(user);
  }

  Decision check(String user) {
    return check(user(user));
  }

  Decision check(String user, long cost) {
    return check(user(user).cost(cost));
  }

  Decision check(RequestContextBuilder request) {
    return throttlex.check(request.build());
  }

  /** Sends that many requests of the user, which must be allowed. */
  Lab use(String user, int times) {
    for (int i = 0; i < times; i++) {
      if (!check(user).allowed()) {
        throw new AssertionError("denied at " + i);
      }
    }
    return this;
  }

  /** Returns the units that the user has left under the rule's first limit. */
  long left(String user, String rule) {
    return status(user, rule).remaining();
  }

  LimitStatus status(String user, String rule) {
    return check(user, 0).limits().stream()
        .filter(status -> status.rule().equals(rule))
        .findFirst()
        .orElseThrow();
  }
}
