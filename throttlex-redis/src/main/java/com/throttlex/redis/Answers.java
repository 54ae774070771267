package com.throttlex.redis;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.SlidingLog;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answers of {@code decide.lua} into the charges.
 *
 * <p>The script tells a counter's state only where it cannot be known here: after that, what a
 * charge leaves behind is what the next one meets.
 */
final class Answers {
  private static final String NONE = "-";

  private final Words words;
  private final long now;
  private final @Nullable Standing[] standings;

  /**
   * Begins to read.
   *
   * @param counters how many counters the question was about
   */
  Answers(Words words, int counters) {
    this.words = words;
    this.now = words.number();
    this.standings = new @Nullable Standing[counters];
  }

  /** The time at which it was decided. */
  long now() {
    return now;
  }

  /** Reads the answer to a request that may be a repetition. */
  void readRepeatable(Charges charges, int[] counters, @Nullable String reservation) {
    if (words.next().equals("first")) {
      read(charges, counters, reservation);
    } else {
      repeat(words, charges);
    }
  }

  /**
   * Reads the answer to a request.
   *
   * @param counters the counters of its charges
   * @param reservation the name under which it can be settled if it asked for that
   */
  void read(Charges charges, int[] counters, @Nullable String reservation) {
    charges.now(now);
    if (reservation != null) {
      charges.reservedAs(reservation);
    }
    Standing[] met = new Standing[charges.size()];
    for (int i = 0; i < met.length; i++) {
      met[i] = judge(charges.get(i), counters[i]);
    }
    for (int i = 0; i < met.length; i++) {
      Charge charge = charges.get(i);
      boolean counts = charges.counts(charge);
      Standing left = counts ? met[i].after(charge, now) : met[i];
      left.report(charge, counts, now);
      if (counts) {
        standings[counters[i]] = left;
      }
    }
  }

  /** Reads what a charge met; a state that is not the counter's own is not remembered. */
  private Standing judge(Charge charge, int counter) {
    int verdict = words.next().charAt(0) - '0';
    Standing met = standings[counter];
    if (verdict >= 2) {
      met = Standing.read(words, charge.limit());
    }
    Objects.requireNonNull(met);
    if (verdict < 4) {
      standings[counter] = met;
    }
    boolean fits = verdict % 2 == 1;
    met.judge(
        charge, fits, !fits && charge.limit() instanceof SlidingLog ? words.number() : 0, now);
    return met;
  }

  /** Reads a kept answer, which says also what was asked. */
  static void repeat(Words words, Charges charges) {
    long then = words.number();
    String name = words.next();
    int size = (int) words.number();
    Charges first = new Charges().start(then);
    Standing[] standings = new Standing[size];
    for (int i = 0; i < size; i++) {
      standings[i] = repeat(words, first, charges.get(i), then);
    }
    for (int i = 0; i < size; i++) {
      Charge charge = first.get(i);
      boolean counts = first.counts(charge);
      Standing left = counts ? standings[i].after(charge, then) : standings[i];
      left.report(charge, counts, then);
      copy(charge, charges.get(i));
    }
    charges.repeated(
        then, name.equals(NONE) ? null : URLDecoder.decode(name, StandardCharsets.UTF_8));
  }

  private static Standing repeat(Words words, Charges first, Charge repeated, long then) {
    Limit limit = LimitText.parse(words.next());
    long cost = words.number();
    long delay = words.number();
    int rule = (int) words.number();
    Terms terms = new Terms(rule % 2 == 1, delay, Sync.STRICT, FailureMode.LOCAL);
    Charge charge = first.add(repeated.key(), repeated.index(), limit, cost, rule / 2, terms);
    boolean fits = (words.next().charAt(0) - '0') % 2 == 1;
    Standing standing = Standing.read(words, limit);
    standing.judge(charge, fits, !fits && limit instanceof SlidingLog ? words.number() : 0, then);
    return standing;
  }

  private static void copy(Charge first, Charge repeated) {
    repeated.answeredUnder(first.limit());
    repeated.judged(first.allowed(), first.waitNanos(), first.delayNanos());
    repeated.report(first.remaining(), first.resetAt(), first.bookedAt());
  }
}
