package com.throttlex.spring.client;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Reads from a response when to call again.
 *
 * <p>On 429 and 503, {@code Retry-After} decides. Otherwise a limit with nothing remaining does,
 * from {@code RateLimit} or from {@code X-RateLimit-Remaining} and {@code X-RateLimit-Reset}, on
 * any response. Malformed headers are ignored, and no target is closed for longer than a day.
 */
final class Feedback {
  private static final long SECOND = 1_000_000_000L;
  private static final long LONGEST = Duration.ofDays(1).toSeconds();

  /** Resets from here on are Unix seconds; smaller ones are waits. */
  private static final long MOMENTS = 1_000_000_000L;

  /** Resets from here on are Unix milliseconds. */
  private static final long MILLIS = 1_000_000_000_000L;

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

  private Feedback() {}

  /** Returns whether the status means that the call was denied for now. */
  static boolean isRefusal(int status) {
    return status == 429 || status == 503;
  }

  /** Returns the nanoseconds to wait before the next call; 0 if no header says so. */
  static long closedNanos(int status, HttpHeaders headers, long nowNanos) {
    long nowSeconds = Math.floorDiv(nowNanos, SECOND);
    long retry = isRefusal(status) ? retryAfter(headers, nowSeconds) : 0;
    long seconds = retry > 0 ? retry : Math.max(rateLimit(headers), older(headers, nowSeconds));
    return Math.max(0, Math.min(LONGEST, seconds)) * SECOND;
  }

  private static long retryAfter(HttpHeaders headers, long nowSeconds) {
    String value = headers.getFirst("Retry-After");
    long seconds = number(value);
    if (value == null || seconds >= 0) {
      return Math.max(0, seconds);
    }
    try {
      ZonedDateTime date = headers.getFirstZonedDateTime("Retry-After");
      return date == null ? 0 : date.toEpochSecond() - nowSeconds;
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  private static long rateLimit(HttpHeaders headers) {
    List<String> lines = headers.getOrEmpty("RateLimit");
    return QuotaField.exhaustedSeconds(String.join(", ", lines));
  }

  private static long older(HttpHeaders headers, long nowSeconds) {
    if (number(headers.getFirst("X-RateLimit-Remaining")) != 0) {
      return 0;
    }
    long reset = number(headers.getFirst("X-RateLimit-Reset"));
    if (reset < MOMENTS) {
      return Math.max(0, reset);
    }
    return (reset < MILLIS ? reset : -Math.floorDiv(-reset, 1000L)) - nowSeconds;
  }

  /** Returns the number, or −1 if the text is not a number. */
  private static long number(@Nullable String text) {
    return text != null && NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
  }
}
