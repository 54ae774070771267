package com.throttlex.admission;

import com.throttlex.ManualTime;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Two phases over a store in memory, whose time is moved by hand. */
final class Entrance {
  static final String IP = "192.0.2.1";

  final ManualTime time = new ManualTime(Instant.ofEpochSecond(1_790_000_000L));
  final ThrottleX throttlex;
  final Admissions admissions;

  Entrance(RuleBook book) {
    throttlex = ThrottleX.of(book, new MemoryStore(), time);
    admissions = Admissions.inTwoPhases(throttlex);
  }

  static Entrance of(RuleBuilder... rules) {
    return of(Fallback.ALLOW, rules);
  }

  static Entrance of(Fallback fallback, RuleBuilder... rules) {
    return new Entrance(book(fallback, rules));
  }

  static RuleBook book(Fallback fallback, RuleBuilder... rules) {
    List<Rule> built = Stream.of(rules).map(RuleBuilder::build).toList();
    return RuleBook.of(List.of("free", "pro"), fallback, built);
  }

  static RuleBuilder perIp(String id, String limits) {
    return Rule.builder(id).key("ip").limits(limits);
  }

  static RuleBuilder perUser(String id, String limits) {
    return Rule.builder(id).key("user").limits(limits);
  }

  static Fallback byDefault(String key, String limits) {
    return new Fallback.Default(Rule.builder("default").key(key).limits(limits).build());
  }

  static RequestContextBuilder somebody() {
    return RequestContext.builder().ip(IP).method("GET").endpoint("/a");
  }

  static <T> T now(CompletionStage<T> answer) {
    return answer.toCompletableFuture().join();
  }

  Admission begin() {
    return now(admissions.begin(somebody().build()));
  }

  /** Goes through both phases, and is of that user in the second. */
  Admission enter(String user) {
    return complete(begin(), user);
  }

  Admission complete(Admission begun, String user) {
    return now(admissions.complete(begun, somebody().user(user).build()));
  }

  /** Returns the units left of the first limit of a printed key. */
  long left(String key) {
    return throttlex.inspect(key).get(0).remaining();
  }
}
