package com.throttlex.store;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A program that floods a store of the default size with five million keys, in a small heap. */
final class KeyFlood {
  private static final int FLOOD = 5_000_000;

  private KeyFlood() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    MemoryStore store = new MemoryStore();
    Rule rule = Rule.builder("per-user").key("user").limits("5/1d").build();
    ThrottleX throttlex = ThrottleX.of(RuleBook.of(rule), store, new SystemTime());
    RequestContext victim = RequestContext.builder().user("victim").cost(5).build();
    boolean depleted = throttlex.check(victim).allowed();
    long admitted = 0;
    long resets = 0;
    for (int i = 0; i < FLOOD; i++) {
      admitted += throttlex.check(RequestContext.ofUser("flood-" + i)).allowed() ? 1 : 0;
      if (i % 1000 == 0) {
        resets += throttlex.check(RequestContext.ofUser("victim")).allowed() ? 1 : 0;
      }
    }
    out.printf(
        "depleted=%s resets=%d keys=%d admitted=%d%n", depleted, resets, store.keys(), admitted);
  }
}
