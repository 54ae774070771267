package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.ManualTime;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** Real decisions at times chosen by the test, and what they look like. */
final class Scene {
  static final long START_SECONDS = 1_790_000_000L;

  private final ManualTime time = new ManualTime(Instant.ofEpochSecond(START_SECONDS));
  private final ThrottleX throttlex;

  Scene(RuleBook book) {
    throttlex = ThrottleX.of(book, new MemoryStore(), time);
  }

  static Scene of(RuleBuilder... rules) {
    Rule[] built = new Rule[rules.length];
    for (int i = 0; i < rules.length; i++) {
      built[i] = rules[i].build();
    }
    return new Scene(RuleBook.of(built));
  }

  /** A rule with one counter for all requests. */
  static RuleBuilder rule(String id, String... limits) {
    return Rule.builder(id).key("global").limits(limits);
  }

  Scene pass(Duration duration) {
    time.pass(duration);
    return this;
  }

  Decision check(long cost) {
    return check(RequestContext.builder().cost(cost).build());
  }

  Decision check(RequestContext request) {
    return throttlex.check(request);
  }

  static Map<String, String> headers(Decision decision) {
    return headers(decision, EnumSet.allOf(HeaderSet.class));
  }

  static Map<String, String> headers(Decision decision, Collection<HeaderSet> sets) {
    Map<String, String> headers = new LinkedHashMap<>();
    RateLimitHeaders.of(sets)
        .render(
            decision,
            (name, value) -> {
              if (headers.put(name, value) != null) {
                throw new AssertionError(name + " twice");
              }
            });
    return headers;
  }
}
