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
import com.throttlex.server.identity.AdminTokens;
import com.throttlex.server.identity.BearerToken;
import com.throttlex.server.identity.Role;
import com.throttlex.store.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may enter, and how often: the admin plane's limits are decided by an engine of its own.
 *
 * <p>Only what fails is counted against an address. While an address has used up its failures, no
 * attempt from it is even looked at, be its credential right or wrong: guessing gets slow, whatever
 * is guessed. A request without any credential is no guess and is not counted.
 */
final class Gate {
  private static final String FAILURES = "admin-failures";
  private static final String READS = "admin-reads";
  private static final String WRITES = "admin-writes";

  private final AdminTokens tokens;
  private final ThrottleX limits;

  Gate(AdminTokens tokens, TimeSource time) {
    this.tokens = tokens;
    RuleBook rules =
        RuleBook.of(
            List.of(),
            Fallback.DENY,
            List.of(
                rule(FAILURES, "ip", "10/1m"),
                rule(READS, "user", "1000/1m"),
                rule(WRITES, "user", "100/1m")));
    limits = ThrottleX.of(rules, new MemoryStore(), time);
  }

  private static Rule rule(String id, String key, String limit) {
    Match match = new Match(null, Set.of(), Set.of(id), Map.of(), Set.of(), Set.of());
    return Rule.builder(id)
        .match(match)
        .key(key)
        .limits(limit)
        .algorithm(Algorithm.SLIDING_WINDOW_LOG)
        .build();
  }

  /**
   * The administrator whose credential it is.
   *
   * @param authorization the header, or null
   * @throws Refusal with 401 when it is nobody's
   * @throws Denial when too many were wrong before
   */
  Admin admit(@Nullable String authorization, String peer) {
    if (authorization == null) {
      throw unauthorized("none");
    }
    if (failures(peer, 0).remaining() == 0) {
      throw new Denial(failures(peer, 1));
    }
    String token = BearerToken.of(authorization);
    Optional<Admin> admin = token == null ? Optional.empty() : tokens.authenticate(token);
    return admin.orElseThrow(() -> failed(peer));
  }

  private RuntimeException failed(String peer) {
    Decision decision = failures(peer, 1);
    return decision.allowed() ? unauthorized("not known") : new Denial(decision);
  }

  private Decision failures(String peer, long cost) {
    return limits.check(RequestContext.builder().service(FAILURES).ip(peer).cost(cost).build());
  }

  private static Refusal unauthorized(String what) {
    String detail = "credential: " + what + " (expected: Authorization: Bearer TOKEN)";
    return new Refusal(401, detail, List.of(), Map.of("WWW-Authenticate", "Bearer"));
  }

  /** Counts a call of an administrator; throws a denial when there were too many. */
  Decision count(Admin admin, boolean write) {
    String rule = write ? WRITES : READS;
    Decision decision =
        limits.check(RequestContext.builder().service(rule).user(admin.name()).build());
    if (!decision.allowed()) {
      throw new Denial(decision);
    }
    return decision;
  }

  /** Refuses who has a lower role. */
  static void require(Role needed, Admin admin) {
    if (!admin.role().includes(needed)) {
      throw new Refusal(403, "role: " + admin.role() + " (expected: " + needed + ")");
    }
  }
}
