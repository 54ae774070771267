package com.throttlex.redis;

import com.throttlex.algorithm.CounterState;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answers of {@code decide.lua} into the charges.
 *
 * <p>The script returns a counter's state only if Java cannot compute it. After that, the state
 * after one charge is the state before the next.
 */
final class ScriptAnswers {
  private final Words words;
  private final long now;
  private final @Nullable CounterState[] states;

  /**
   * Creates a reader.
   *
   * @param counters the number of counters in the request
   */
  ScriptAnswers(Words words, int counters) {
    this.words = words;
    this.now = words.number();
    this.states = new @Nullable CounterState[counters];
  }

  /** Returns the time of the decision. */
  long now() {
    return now;
  }

  /** Reads the answer to a request that may be a repeat. */
  void readRepeatable(Charges charges, int[] counters, @Nullable String reservation) {
    if (words.next().equals("first")) {
      read(charges, counters, reservation);
    } else {
      RedisKeptAnswer.read(words, charges);
    }
  }

  /**
   * Reads the answer to a request.
   *
   * @param counters the counters of its charges
   * @param reservation the name under which it can be settled, if it wanted a reservation
   */
  void read(Charges charges, int[] counters, @Nullable String reservation) {
    charges.now(now);
    if (reservation != null) {
      charges.reservedAs(reservation);
    }
    CounterState[] met = new CounterState[charges.size()];
    for (int i = 0; i < met.length; i++) {
      met[i] = judge(charges.get(i), counters[i]);
    }
    for (int i = 0; i < met.length; i++) {
      Charge charge = charges.get(i);
      boolean counts = charges.counts(charge);
      ScriptState.conclude(charge, met[i], counts, now);
      if (counts) {
        states[counters[i]] = met[i];
      }
    }
  }

  /** Reads the state before a charge; a state that is not the counter's own is not remembered. */
  private CounterState judge(Charge charge, int counter) {
    int verdict = words.next().charAt(0) - '0';
    CounterState met = states[counter];
    if (verdict >= 2) {
      met = ScriptState.read(words, charge.limit());
    }
    Objects.requireNonNull(met);
    if (verdict < 4) {
      states[counter] = met;
    }
    boolean fits = verdict % 2 == 1;
    long freedBy = ScriptState.hasFreedBy(fits, charge.limit()) ? words.number() : 0;
    ScriptState.judge(charge, met, fits, freedBy, now);
    return met;
  }
}
