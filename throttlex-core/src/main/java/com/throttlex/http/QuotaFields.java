package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import java.math.BigInteger;
import java.util.List;

/**
 * The values of {@code RateLimit-Policy} and {@code RateLimit}, by
 * draft-ietf-httpapi-ratelimit-headers 08 to 11: structured-field lists (RFC 9651) of strings with
 * parameters.
 *
 * <p>{@code q} is the limit's capacity and {@code w} the time in which that much refills: the
 * period, or {@code burst · period / amount} for a bucket with a burst. So {@code q / w} is the
 * sustained rate. A concurrency limit has a unit in place of {@code w}. {@code t} is the time until
 * the counter is full again. On a denial it is never later than {@code Retry-After}, because the
 * draft requires that. The draft also tells clients that the quota may not be full by then.
 */
final class QuotaFields {
  private static final long SECOND = 1_000_000_000L;

  /** The largest integer of a structured field. */
  private static final long LARGEST = 999_999_999_999_999L;

  private QuotaFields() {}

  /** Returns the quota of each limit, in order. */
  static String policy(List<NamedLimit> policies) {
    StringBuilder out = new StringBuilder(64);
    for (NamedLimit policy : policies) {
      Limit limit = policy.status().limit();
      item(out, policy.name());
      parameter(out, ";q=", policy.status().capacity());
      if (limit.algorithm() == Algorithm.CONCURRENCY) {
        out.append(";qu=\"concurrent-requests\"");
      } else {
        parameter(out, ";w=", windowSeconds(policy.status()));
      }
    }
    return out.toString();
  }

  /** Returns the remaining units of each limit; the reported limit comes first. */
  static String state(List<NamedLimit> policies, Decision decision) {
    StringBuilder out = new StringBuilder(64);
    state(out, NamedLimit.reportedOf(policies), decision);
    for (NamedLimit policy : policies) {
      if (!policy.reported()) {
        state(out, policy, decision);
      }
    }
    return out.toString();
  }

  private static void state(StringBuilder out, NamedLimit policy, Decision decision) {
    LimitStatus status = policy.status();
    long reset = ceilDiv(Math.max(0, status.resetAtNanos() - decision.nowNanos()), SECOND);
    item(out, policy.name());
    parameter(out, ";r=", status.remaining());
    parameter(out, ";t=", decision.allowed() ? reset : Math.min(reset, decision.retryAfter()));
  }

  /** Appends a string as the next member of a list; invalid characters become ?. */
  static void item(StringBuilder out, String text) {
    out.append(out.isEmpty() ? "\"" : ", \"");
    if (JsonWriter.isPlain(text)) {
      out.append(text);
    } else {
      escaped(out, text);
    }
    out.append('"');
  }

  private static void escaped(StringBuilder out, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\');
      }
      out.append(c < ' ' || c > '~' ? '?' : c);
    }
  }

  static void parameter(StringBuilder out, String name, long value) {
    out.append(name).append(Math.max(0, Math.min(LARGEST, value)));
  }

  private static long windowSeconds(LimitStatus status) {
    Rate rate = status.limit().rate();
    long whole = status.limit().capacity();
    return whole == rate.amount()
        ? status.windowSeconds()
        : fillSeconds(whole, rate.period().nanos(), rate.amount());
  }

  /** Returns ⌈capacity · period / amount⌉ in seconds, though the product may not fit a long. */
  static long fillSeconds(long capacity, long periodNanos, long amount) {
    if (Math.multiplyHigh(capacity, periodNanos) == 0 && capacity * periodNanos >= 0) {
      return ceilDiv(ceilDiv(capacity * periodNanos, amount), SECOND);
    }
    BigInteger second = BigInteger.valueOf(amount).multiply(BigInteger.valueOf(SECOND));
    return BigInteger.valueOf(capacity)
        .multiply(BigInteger.valueOf(periodNanos))
        .add(second.subtract(BigInteger.ONE))
        .divide(second)
        .longValueExact();
  }

  private static long ceilDiv(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }
}
