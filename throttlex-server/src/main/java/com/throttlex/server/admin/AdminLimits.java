package com.throttlex.server.admin;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.identity.Admin;
import com.throttlex.store.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The limits on calls of administrators, decided by a separate engine. */
final class AdminLimits {
  private static final String READS = "admin-reads";
  private static final String WRITES = "admin-writes";

  private final ThrottleX limits;

  AdminLimits(TimeSource time) {
    RuleBook rules =
        RuleBook.of(
            List.of(), Fallback.DENY, List.of(rule(READS, "1000/1m"), rule(WRITES, "100/1m")));
    limits = ThrottleX.of(rules, new MemoryStore(), time);
  }

  private static Rule rule(String id, String limit) {
    Match match = new Match(null, Set.of(), Set.of(id), Map.of(), Set.of(), Set.of());
    return Rule.builder(id)
        .match(match)
        .key("user")
        .limits(limit)
        .algorithm(Algorithm.SLIDING_WINDOW_LOG)
        .build();
  }

  /** Counts a call of an administrator; throws a denial if there were too many. */
  Decision count(Admin admin, boolean write) {
    String rule = write ? WRITES : READS;
    Decision decision =
        limits.check(RequestContext.builder().service(rule).user(admin.name()).build());
    if (!decision.allowed()) {
      throw new AdminDenial(decision);
    }
    return decision;
  }
}
