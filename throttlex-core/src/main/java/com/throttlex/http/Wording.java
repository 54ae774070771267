package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sentences that tell a client why a request was denied and when to retry. */
public final class Wording {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Wording() {}

  /** Returns why a request was denied, and when to retry. */
  public static String denial(Decision decision) {
    return detail(decision, NamedLimit.shown(decision));
  }

  /** Returns the sentence that names the key of a denied request, or its rule. */
  static String message(Decision decision, @Nullable String key) {
    String named = key == null ? decision.rule() : key;
    return named == null ? denial(decision) : "Rate limit exceeded for key: " + named;
  }

  static String detail(Decision decision, List<NamedLimit> policies) {
    if (policies.isEmpty()) {
      return decision.degraded()
          ? "Rate limits are temporarily unavailable; requests are denied."
          : "No rule applies to the request, and such requests are denied.";
    }
    NamedLimit reported = NamedLimit.reportedOf(policies);
    String rule = "Rule " + reported.status().rule() + " allows " + allows(reported) + ". ";
    if (decision.isShed()) {
      return "The service is overloaded. " + rule + again(decision);
    }
    if (decision.isBlocked()) {
      return "Blocked, because of too many denied requests. " + rule + again(decision);
    }
    return decision.waitNanos() == Limit.NEVER
        ? rule + "The request costs more than that at once, so a retry cannot succeed."
        : rule + again(decision);
  }

  private static String again(Decision decision) {
    return "Try again in " + time(decision.retryAfter()) + ".";
  }

  private static String allows(NamedLimit policy) {
    long kept = policy.status().limit().capacity() - policy.status().capacity();
    return whole(policy.status().limit())
        + (kept == 0 ? "" : " and keeps " + kept + " of them for requests of higher priority");
  }

  private static String whole(Limit limit) {
    if (limit.algorithm() == Algorithm.CONCURRENCY) {
      return limit.capacity() + " at a time";
    }
    return limit.capacity() == limit.rate().amount()
        ? limit.rate().toString()
        : limit.rate() + " with a burst of " + limit.capacity();
  }

  /** Returns a wait in a suitable unit, rounded up. */
  static String time(long seconds) {
    if (seconds < 2 * MINUTE) {
      return count(seconds, 1, "second");
    } else if (seconds < 2 * HOUR) {
      return count(seconds, MINUTE, "minute");
    }
    return seconds < 2 * DAY ? count(seconds, HOUR, "hour") : count(seconds, DAY, "day");
  }

  private static String count(long seconds, long length, String unit) {
    long number = (seconds + length - 1) / length;
    return number + " " + unit + (number == 1 ? "" : "s");
  }
}
