package com.throttlex.algorithm;

import java.math.BigInteger;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount per period as a user writes it: {@code 100/1m}, with an optional burst.
 *
 * @param amount units per period
 * @param period the period
 * @param burst bucket capacity, queue length or burst tolerance; 0 stands for the amount
 */
public record Rate(long amount, Period period, long burst) {
  /** The largest amount and burst: a hundred million million units. */
  public static final long MAX_AMOUNT = 100_000_000_000_000L;

  private static final Pattern FORM = Pattern.compile("([0-9]+)/([0-9A-Za-z]+)");

  public Rate {
    requireAmount("amount", amount, 1);
    requireAmount("burst", burst, 0);
    if (amount > period.nanos()) {
      throw new IllegalArgumentException(
          "rate: " + amount + "/" + period + " (expected: at most 1000000000 a second)");
    }
  }

  private static void requireAmount(String name, long value, long least) {
    if (value < least || value > MAX_AMOUNT) {
      throw new IllegalArgumentException(
          name
              + ": "
              + value
              + " (expected: a whole number from "
              + least
              + " to "
              + MAX_AMOUNT
              + ")");
    }
  }

  /** Creates a rate with the amount as burst. */
  public static Rate of(long amount, Duration period) {
    return new Rate(amount, Period.of(period), 0);
  }

  /** Reads {@code AMOUNT/PERIOD}, such as {@code 100/1m}. */
  public static Rate parse(String text) {
    return parse(text, ZoneOffset.UTC);
  }

  /** Reads {@code AMOUNT/PERIOD}; a calendar period begins in the given zone. */
  public static Rate parse(String text, ZoneId zone) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "limit: \"" + text + "\" (expected: AMOUNT/PERIOD such as 100/1m)");
    }
    BigInteger amount = new BigInteger(form.group(1));
    if (amount.bitLength() > 62) {
      throw new IllegalArgumentException(
          "amount: " + amount + " (expected: a whole number from 1 to " + MAX_AMOUNT + ")");
    }
    return new Rate(amount.longValue(), Period.parse(form.group(2), zone), 0);
  }

  /** Returns this rate with the given burst. */
  public Rate withBurst(long burst) {
    return new Rate(amount, period, burst);
  }

  /** Returns the burst in force: the one given, or else the amount. */
  public long effectiveBurst() {
    return burst == 0 ? amount : burst;
  }

  /** Returns the text that {@link #parse} reads back; the burst is not part of it. */
  @Override
  public String toString() {
    return amount + "/" + period;
  }
}
