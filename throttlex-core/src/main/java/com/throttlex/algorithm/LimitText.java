package com.throttlex.algorithm;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a limit that stores write beside its state: {@code tb:100/60}, {@code
 * tb:100/0.250000000+20} with a burst of 20, {@code fw:100/month@Europe/Berlin}; periods in
 * seconds.
 */
public final class LimitText {
  private static final long SECOND = 1_000_000_000L;
  private static final Pattern FORM =
      Pattern.compile("([a-z]+):(\\d+)/(?:(\\d+)(?:\\.(\\d{9}))?(?:\\+(\\d+))?|([a-z]+)@(\\S+))");

  private LimitText() {}

  /** Returns the text of a limit, without blanks. */
  public static String of(Limit limit) {
    Rate rate = limit.rate();
    Period period = rate.period();
    StringBuilder text = new StringBuilder(32);
    text.append(limit.algorithm().code()).append(':').append(rate.amount()).append('/');
    if (period.calendar() != null) {
      return text.append(period).append('@').append(period.zone()).toString();
    }
    text.append(period.nanos() / SECOND);
    if (period.nanos() % SECOND != 0) {
      String nanos = Long.toString(SECOND + period.nanos() % SECOND);
      text.append('.').append(nanos, 1, nanos.length());
    }
    if (rate.burst() != 0) {
      text.append('+').append(rate.burst());
    }
    return text.toString();
  }

  /** Parses the text of a limit. */
  public static Limit parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalStateException("counter: \"" + text + "\" (expected: a limit)");
    }
    long amount = Long.parseLong(form.group(2));
    String burst = form.group(5);
    Rate rate = new Rate(amount, period(form), burst == null ? 0 : Long.parseLong(burst));
    return Limit.of(algorithm(form.group(1)), rate);
  }

  private static Period period(Matcher form) {
    String unit = form.group(6);
    if (unit != null) {
      return Period.of(
          Period.CalendarUnit.valueOf(unit.toUpperCase(Locale.ROOT)),
          Period.parseZone(form.group(7)));
    }
    String nanos = form.group(4);
    long length = Long.parseLong(form.group(3)) * SECOND;
    return Period.of(Duration.ofNanos(length + (nanos == null ? 0 : Long.parseLong(nanos))));
  }

  private static Algorithm algorithm(String name) {
    for (Algorithm algorithm : Algorithm.values()) {
      if (algorithm.code().equals(name)) {
        return algorithm;
      }
    }
    throw new IllegalStateException("counter: \"" + name + "\" (expected: an algorithm)");
  }
}
