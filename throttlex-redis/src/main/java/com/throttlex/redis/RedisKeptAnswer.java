package com.throttlex.redis;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The stored answer to an admitted request, for its repeats.
 *
 * <p>Its text has the time, the reservation and the number of charges. Then follow for every charge
 * its limit, cost, delay, rule, time and the state before it. If the priority class may use only a
 * share of the limit, the cost is followed by the units kept for others and by the share: {@code
 * 3+450/10}.
 */
final class RedisKeptAnswer {
  private static final String NONE = "-";

  private RedisKeptAnswer() {}

  /** Returns the name of a reservation in one word. */
  static String name(@Nullable String reservation) {
    return reservation == null ? NONE : URLEncoder.encode(reservation, StandardCharsets.UTF_8);
  }

  /** Reads the stored answer into the verdicts on a repeated request. */
  static void read(Words words, Verdicts repeated) {
    long then = words.number();
    String name = words.next();
    int size = (int) words.number();
    Charges charges = new Charges().start(then);
    Verdicts first = new Verdicts(charges);
    CounterState[] met = new CounterState[size];
    long[] times = new long[size];
    for (int i = 0; i < size; i++) {
      add(words, charges, repeated.charges().get(i));
      times[i] = words.number();
      met[i] = judge(words, first.get(i), times[i]);
    }
    for (int i = 0; i < size; i++) {
      ChargeVerdict verdict = first.get(i);
      boolean counts = first.counts(verdict);
      ScriptState.conclude(verdict, met[i], counts, times[i]);
      repeated.get(i).answerAs(verdict);
    }
    repeated.decided(
        then, name.equals(NONE) ? null : URLDecoder.decode(name, StandardCharsets.UTF_8));
  }

  private static void add(Words words, Charges first, Charge repeated) {
    Limit limit = LimitText.parse(words.next());
    String units = words.next();
    long delay = words.number();
    int rule = (int) words.number();
    Terms terms = new Terms(rule % 2 == 1, delay, Sync.STRICT, FailureMode.LOCAL, share(units));
    first.add(repeated.key(), repeated.index(), limit, cost(units), rule / 2, terms);
  }

  private static long cost(String units) {
    int end = units.indexOf('+');
    return Long.parseLong(end < 0 ? units : units.substring(0, end));
  }

  private static int share(String units) {
    int slash = units.indexOf('/');
    return slash < 0 ? Terms.WHOLE : Integer.parseInt(units.substring(slash + 1));
  }

  private static CounterState judge(Words words, ChargeVerdict verdict, long then) {
    boolean fits = words.number() % 2 == 1;
    CounterState state = ScriptState.read(words, verdict.limit());
    long freedBy = ScriptState.hasFreedBy(fits, verdict.limit()) ? words.number() : 0;
    ScriptState.judge(verdict, state, fits, freedBy, then);
    return state;
  }
}
