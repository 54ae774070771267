package com.throttlex.redis;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.List;

/**
 * The charges of a request in one hash slot, decided as if there were no others, and the data to
 * take them back.
 */
final class Part {
  private final int slot;
  private final Charges whole;
  private final Charges charges;
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

  Part(int slot, Charges whole) {
    this.slot = slot;
    this.whole = whole;
    charges = new Charges().start(whole.now());
    if (whole.isDryRun()) {
      charges.dryRun();
    }
  }

  void add(int place, String name) {
    charges.add(whole.get(place));
    places.add(place);
    names.add(name);
  }

  int slot() {
    return slot;
  }

  Charges charges() {
    return charges;
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
      judge(charges.get(i), told.get(i));
      judge(whole.get(places.get(i)), told.get(i));
    }
    answered = true;
  }

  /** Returns whether the hash slot has answered. */
  boolean isAnswered() {
    return answered;
  }

  /** Judges a charge; returns the state before it. */
  private CounterState judge(Charge charge, ScriptVerdict said) {
    CounterState met = ScriptState.read(new Words(said.before), charge.limit());
    ScriptState.judge(charge, met, said.fits(), said.freedBy, now);
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
      Charge charge = whole.get(places.get(i));
      ScriptState.conclude(charge, judge(charge, told.get(i)), whole.counts(charge), now);
    }
  }

  /** Adds the arguments of {@code undo.lua} for these charges. */
  void undo(Undone which, List<String> keys, List<String> arguments) {
    for (int i = 0; i < places.size(); i++) {
      Charge charge = charges.get(i);
      if (charges.counts(charge) && isUndone(which, whole.get(places.get(i)))) {
        ScriptVerdict said = told.get(i);
        long bookedAt = bookedAt(charge, said);
        keys.add(names.get(i));
        arguments.add(
            LimitText.of(charge.limit())
                + (" " + bookedAt + " " + charge.cost())
                + ("|" + said.after + "|" + said.before));
      }
    }
  }

  private boolean isUndone(Undone which, Charge charge) {
    return switch (which) {
      case FALLEN -> !whole.counts(charge);
      case STANDING -> whole.counts(charge);
      case ALL -> true;
    };
  }

  private long bookedAt(Charge charge, ScriptVerdict said) {
    ScriptState.conclude(charge, judge(charge, said), true, now);
    return charge.bookedAt();
  }

  /** Returns the charges that stand, as a reservation stores them. */
  String bookings() {
    List<String> bookings = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Charge charge = whole.get(places.get(i));
      if (whole.counts(charge)) {
        bookings.add(
            names.get(i)
                + (" " + LimitText.of(charge.limit()) + " " + charge.bookedAt())
                + (" " + charge.cost() + " " + told.get(i).age));
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
              + (" " + Plan.rule(whole, places.get(i)) + " " + now)
              + (" " + said.verdict + " " + said.before + (waits ? " " + said.freedBy : ""));
    }
  }
}
