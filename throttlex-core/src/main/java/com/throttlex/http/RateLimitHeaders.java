package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.State;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Writes the headers that show a client its limits, on allowed and on denied responses.
 *
 * <p>{@link HeaderSet#X_RATELIMIT} shows the limit that the decision reports. {@link
 * HeaderSet#IETF} lists all limits, in {@code RateLimit} with the reported one first. A denial
 * always has {@code Retry-After}. A request that no rule applies to gets no headers. Shadow limits
 * are shown only if there are no others.
 */
public final class RateLimitHeaders {
  private final boolean xRateLimit;
  private final boolean ietf;

  private RateLimitHeaders(Set<HeaderSet> sets) {
    xRateLimit = sets.contains(HeaderSet.X_RATELIMIT);
    ietf = sets.contains(HeaderSet.IETF);
  }

  /** Creates headers of all sets. */
  public static RateLimitHeaders all() {
    return new RateLimitHeaders(EnumSet.allOf(HeaderSet.class));
  }

  /** Creates headers of the given sets; if there are none, only {@code Retry-After} remains. */
  public static RateLimitHeaders of(Collection<HeaderSet> sets) {
    return new RateLimitHeaders(Set.copyOf(sets));
  }

  /** Passes the name and value of each header, each name once. */
  public void render(Decision decision, BiConsumer<String, String> to) {
    boolean limited = decision.rule() != null;
    if (limited && xRateLimit) {
      renderXRateLimit(decision, to);
    }
    if (limited && ietf) {
      List<NamedLimit> policies = NamedLimit.shown(decision);
      to.accept("RateLimit-Policy", QuotaFields.policy(policies));
      to.accept("RateLimit", QuotaFields.state(policies, decision));
    }
    if (!decision.allowed()) {
      to.accept("Retry-After", Long.toString(decision.retryAfter()));
    }
  }

  private static void renderXRateLimit(Decision decision, BiConsumer<String, String> to) {
    to.accept("X-RateLimit-Limit", Long.toString(decision.limit()));
    to.accept("X-RateLimit-Remaining", Long.toString(decision.remaining()));
    to.accept("X-RateLimit-Reset", Long.toString(decision.resetAt()));
    if (!decision.allowed()) {
      to.accept("X-RateLimit-Retry-After", Long.toString(decision.retryAfter()));
    }
    if (decision.state() == State.WARNING) {
      long percent = decision.currentCount() * 100 / Math.max(1, decision.limit());
      to.accept("X-RateLimit-Warning", percent + "% used");
    }
  }
}
