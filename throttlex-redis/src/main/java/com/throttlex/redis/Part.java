package com.throttlex.redis;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;

/**
 * The charges of a request in one hash slot, decided as if there were no others, and the data to
 * take them back.
 */
final class Part {
  private final int slot;
  private final Verdicts whole;
  private final Charges charges;
  private final Verdicts own;
  private final List<Integer> places = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<ScriptVerdict> told = new ArrayList<>();
  private long now;
  private volatile boolean answered;

  /** The charges of this part that are taken back. */
  enum Undone {
    /** The charges that do not count in the whole request. */
    FALLEN,
    /** The charges that count in the whole request. */
    STANDING,
    /** All charges. */
    ALL
  }

  /**
   * The script's answer to one charge.
   *
   * @param verdict its first word: whether the cost fits
   * @param before the state before the charge
   * @param freedBy the log's charge that must expire before the cost fits, or 0
   * @param age how often the counter was reset
   * @param after the state after the decision
   */
  private record ScriptVerdict(int verdict, String before, long freedBy, long age, String after) {
    boolean fits() {
      return verdict % 2 == 1;
    }
  }

  Part(int slot, Verdicts whole) {
    this.slot = slot;
    this.whole = whole;
    charges = new Charges().start(whole.charges().now());
    if (whole.charges().isDryRun()) {
      charges.dryRun();
    }
    own = new Verdicts(charges);
  }

  void add(int place, String name) {
    charges.add(whole.charges().get(place));
    places.add(place);
    names.add(name);
  }

  int slot() {
    return slot;
  }

  Verdicts verdicts() {
    return own;
  }

  /** Reads the script's answer, and judges the charges of the whole request by it. */
  void read(Words words) {
    now = words.number();
    List<Integer> verdicts = new ArrayList<>();
    List<String> befores = new ArrayList<>();
    List<Long> freed = new ArrayList<>();
    for (int i = 0; i < charges.size(); i++) {
      Limit limit = charges.get(i).limit();
      verdicts.add((int) words.number());
      befores.add(words.next(width(limit)));
      boolean waits = ScriptState.hasFreedBy(verdicts.get(i) % 2 == 1, limit);
      freed.add(waits ? words.number() : 0);
    }
    for (int i = 0; i < charges.size(); i++) {
      long age = words.number();
      String after = words.next(width(charges.get(i).limit()));
      told.add(new ScriptVerdict(verdicts.get(i), befores.get(i), freed.get(i), age, after));
      judge(own.get(i), told.get(i));
      judge(whole.get(places.get(i)), told.get(i));
    }
    answered = true;
  }

  /** Returns whether the hash slot has answered. */
  boolean isAnswered() {
    return answered;
  }

  /** Judges a charge; returns the state before it. */
  private CounterState judge(ChargeVerdict verdict, ScriptVerdict said) {
    CounterState met = ScriptState.read(new Words(said.before), verdict.charge().limit());
    ScriptState.judge(verdict, met, said.fits(), said.freedBy, now);
    return met;
  }

  private static int width(Limit limit) {
    return limit instanceof Bucket ? 1 : 3;
  }

  /** Returns the time in this hash slot. */
  long now() {
    return now;
  }

  /** Reports the resulting states; called after all parts are read. */
  void conclude() {
    for (int i = 0; i < places.size(); i++) {
      ChargeVerdict verdict = whole.get(places.get(i));
      ScriptState.conclude(verdict, judge(verdict, told.get(i)), whole.counts(verdict), now);
    }
  }

  /** Adds the arguments of {@code undo.lua} for these charges. */
  void undo(Undone which, List<String> keys, List<String> arguments) {
    for (int i = 0; i < places.size(); i++) {
      ChargeVerdict verdict = own.get(i);
      if (own.counts(verdict) && isUndone(which, whole.get(places.get(i)))) {
        Charge charge = verdict.charge();
        ScriptVerdict said = told.get(i);
        long bookedAt = bookedAt(verdict, said);
        keys.add(names.get(i));
        arguments.add(
            LimitText.of(charge.limit())
                + (" " + bookedAt + " " + charge.cost())
                + ("|" + said.after + "|" + said.before));
      }
    }
  }

  private boolean isUndone(Undone which, ChargeVerdict verdict) {
    return switch (which) {
      case FALLEN -> !whole.counts(verdict);
      case STANDING -> whole.counts(verdict);
      case ALL -> true;
    };
  }

  private long bookedAt(ChargeVerdict verdict, ScriptVerdict said) {
    ScriptState.conclude(verdict, judge(verdict, said), true, now);
    return verdict.bookedAt();
  }

  /** Returns the charges that stand, as a reservation stores them. */
  String bookings() {
    List<String> bookings = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      ChargeVerdict verdict = whole.get(places.get(i));
      Charge charge = verdict.charge();
      if (whole.counts(verdict)) {
        bookings.add(
            names.get(i)
                + (" " + LimitText.of(charge.limit()) + " " + verdict.bookedAt())
                + (" " + charge.cost() + " " + told.get(i).age)
                + (" " + Extensions.terms(whole.charges(), places.get(i))));
      }
    }
    return String.join(" ", bookings);
  }

  /** Returns the names of the counters. */
  List<String> names() {
    return names;
  }

  /** Writes the stored answers of the charges to their indexes. */
  void keep(String[] kept) {
    for (int i = 0; i < places.size(); i++) {
      Charge charge = charges.get(i);
      ScriptVerdict said = told.get(i);
      ChargeTerms question = ChargeTerms.of(charge);
      boolean waits = ScriptState.hasFreedBy(said.fits(), charge.limit());
      kept[places.get(i)] =
          question.text()
              + (" " + Plan.rule(whole.charges(), places.get(i)) + " " + now)
              + (" " + said.verdict + " " + said.before + (waits ? " " + said.freedBy : ""));
    }
  }
}
