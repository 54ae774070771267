package com.throttlex.redis;

import com.throttlex.algorithm.CounterState;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Verdicts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answers of {@code decide.lua} into verdicts.
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
  void readRepeatable(Verdicts verdicts, int[] counters, @Nullable String reservation) {
    if (words.next().equals("first")) {
      read(verdicts, counters, reservation);
    } else {
      RedisKeptAnswer.read(words, verdicts);
    }
  }

  /**
   * Reads the answer to a request.
   *
   * @param counters the counters of its charges
   * @param reservation the name under which it can be settled, if it wanted a reservation
   */
  void read(Verdicts verdicts, int[] counters, @Nullable String reservation) {
    verdicts.now(now);
    if (reservation != null) {
      verdicts.reservedAs(reservation);
    }
    CounterState[] met = new CounterState[verdicts.size()];
    for (int i = 0; i < met.length; i++) {
      met[i] = judge(verdicts.get(i), counters[i]);
    }
    for (int i = 0; i < met.length; i++) {
      ChargeVerdict verdict = verdicts.get(i);
      boolean counts = verdicts.counts(verdict);
      ScriptState.conclude(verdict, met[i], counts, now);
      if (counts) {
        states[counters[i]] = met[i];
      }
    }
  }

  /** Reads the state before a charge; a state that is not the counter's own is not remembered. */
  private CounterState judge(ChargeVerdict verdict, int counter) {
    int said = words.next().charAt(0) - '0';
    CounterState met = states[counter];
    if (said >= 2) {
      met = ScriptState.read(words, verdict.limit());
    }
    Objects.requireNonNull(met);
    if (said < 4) {
      states[counter] = met;
    }
    boolean fits = said % 2 == 1;
    long freedBy = ScriptState.hasFreedBy(fits, verdict.limit()) ? words.number() : 0;
    ScriptState.judge(verdict, met, fits, freedBy, now);
    return met;
  }
}
