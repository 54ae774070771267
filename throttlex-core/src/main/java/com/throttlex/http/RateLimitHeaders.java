package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.State;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Writes the headers that tell a client its limits, on an allowed answer as on a denied one.
 *
 * <p>{@link HeaderSet#X_RATELIMIT} speaks of the one limit that the decision reports; {@link
 * HeaderSet#IETF} lists all of them, the reported one first in {@code RateLimit}. A denial has
 * {@code Retry-After} whichever sets are sent. A request that no rule applies to has no limits to
 * tell; limits that are only tried out in shadow are told when there are no others.
 */
public final class RateLimitHeaders {
  private final boolean xRateLimit;
  private final boolean ietf;

  private RateLimitHeaders(Set<HeaderSet> sets) {
    xRateLimit = sets.contains(HeaderSet.X_RATELIMIT);
    ietf = sets.contains(HeaderSet.IETF);
  }

  /** Sends all sets. */
  public static RateLimitHeaders all() {
    return new RateLimitHeaders(EnumSet.allOf(HeaderSet.class));
  }

  /** Sends the given sets; with none, only {@code Retry-After} remains. */
  public static RateLimitHeaders of(Collection<HeaderSet> sets) {
    return new RateLimitHeaders(Set.copyOf(sets));
  }

  /** Hands over the name and value of each header, each name once. */
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
