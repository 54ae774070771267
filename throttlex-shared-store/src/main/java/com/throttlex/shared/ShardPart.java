package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The charges of a request in one shard, which decides them as if there were no others. Their
 * reservation makes it possible to take them back.
 */
final class ShardPart {
  /** The index of a counter that no rule has, with a limit that is smaller than the cost. */
  private static final int NEVER_CHARGED = Integer.MAX_VALUE;

  private static final Limit ONE = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/1s"));

  private final int shard;
  private final Store store;
  private final Verdicts whole;
  private final Charges asked;
  private final List<Integer> places = new ArrayList<>();

  private Verdicts own;
  private boolean answered;

  ShardPart(int shard, Store store, Verdicts whole) {
    this.shard = shard;
    this.store = store;
    this.whole = whole;
    asked = new Charges().start(whole.charges().now());
    own = new Verdicts(asked);
  }

  void add(int place) {
    asked.add(whole.charges().get(place));
    places.add(place);
  }

  /** Sends the charges to the shard, under names that only this part has. */
  CompletionStage<Void> ask(String name, @Nullable String replayKey) {
    Charges all = whole.charges();
    if (all.isDryRun()) {
      asked.dryRun();
    } else {
      boolean reserves = all.reservation() != null;
      asked
          .reserve(name, reserves ? all.reservationNanos() : ReservationLife.BRIEF_NANOS)
          .measured(all.isMeasured());
    }
    if (replayKey != null) {
      asked.replayKey(replayKey);
    }
    return Failures.caught(() -> store.decide(asked)).thenAccept(this::answered);
  }

  private void answered(Verdicts answer) {
    own = answer;
    answered = true;
  }

  int shard() {
    return shard;
  }

  /** Returns the name of the reservation in the shard. */
  String name() {
    return Objects.requireNonNull(own.reservation());
  }

  /** Returns the time in the shard. */
  long now() {
    return own.now();
  }

  boolean isDegraded() {
    return own.isDegraded();
  }

  /**
   * Adds the shard's verdicts to those on the whole request.
   *
   * @param judged the charges that have the verdict of another shard
   */
  void judge(BitSet judged, Placement shards) {
    for (int i = 0; i < places.size(); i++) {
      ChargeVerdict said = own.get(i);
      ChargeVerdict verdict = whole.get(places.get(i));
      if (isFirst(judged, i)) {
        verdict.judged(said.allowed(), said.waitNanos(), said.delayNanos());
      } else {
        if (!whole.charges().isPeek(verdict.charge())) {
          shards.compared(verdict.charge().key(), verdict.allowed(), said.allowed());
        }
        verdict.judged(
            verdict.allowed() && said.allowed(),
            Math.max(verdict.waitNanos(), said.waitNanos()),
            Math.max(verdict.delayNanos(), said.delayNanos()));
      }
    }
  }

  /** Returns whether a charge is not in the set, and adds it. */
  private boolean isFirst(BitSet charges, int i) {
    int place = places.get(i);
    boolean first = !charges.get(place);
    charges.set(place);
    return first;
  }

  /** Returns the shard's answer to a charge of the whole request; null if it is not here. */
  @Nullable ChargeVerdict answer(int place) {
    int own = places.indexOf(place);
    return own < 0 ? null : this.own.get(own);
  }

  /** Returns whether the shard has charged something. */
  boolean isCharged() {
    for (int i = 0; answered && i < places.size(); i++) {
      if (own.counts(own.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the shard has charged something that does not count in the whole request. */
  boolean isTooMuch() {
    for (int i = 0; i < places.size(); i++) {
      if (own.counts(own.get(i)) && !whole.counts(whole.get(places.get(i)))) {
        return true;
      }
    }
    return false;
  }

  /** Sends the vote on whether the charges stand to the shard. */
  void say(Agreement agreement) {
    agreement.say(store, Objects.requireNonNull(asked.replayKey()), now());
  }

  /** Returns whether the shard stores its answer and repeats it. */
  boolean isKept() {
    return answered && asked.replayKey() != null && own.admitted();
  }

  /**
   * Takes the charges back, once however often it is called, and then reads what is left. The
   * answer to an earlier request that needed no reservation stands.
   */
  CompletionStage<Void> takeBack() {
    return isCharged() && own.reservation() != null
        ? Failures.caught(() -> store.settle(name(), 0, now())).thenCompose(settled -> look())
        : look();
  }

  /**
   * Reads what is left. A shard with a stored answer would repeat that answer. So if the whole
   * request is denied, the charges are sent together with a charge that never fits.
   */
  private CompletionStage<Void> look() {
    boolean anew = isKept() && !whole.admitted();
    Charges look = new Charges().start(asked.now());
    for (int i = 0; i < places.size(); i++) {
      Charge charge = asked.get(i);
      look.add(charge, anew ? charge.cost() : 0);
    }
    if (anew) {
      look.add(look.get(0).key(), NEVER_CHARGED, ONE, 2);
    } else if (asked.replayKey() != null) {
      look.replayKey(asked.replayKey() + "~left");
    }
    return Failures.caught(() -> store.decide(look))
        .handle((left, failure) -> failure == null ? saw(left, anew) : null);
  }

  private @Nullable Void saw(Verdicts look, boolean anew) {
    for (int i = 0; i < places.size(); i++) {
      ChargeVerdict left = look.get(i);
      if (anew) {
        own.get(i).answerAs(left);
      } else {
        own.get(i).report(left.remaining(), left.resetAt(), left.bookedAt());
      }
    }
    if (anew) {
      own.now(look.now());
    }
    if (look.isDegraded()) {
      own.degraded();
    }
    return null;
  }

  /**
   * Writes the shard's answers to the whole request. Of two answers about one charge, a denial
   * counts, or else the one with less left.
   *
   * @param reported the charges that have the answer of another shard
   */
  void report(BitSet reported) {
    for (int i = 0; i < places.size(); i++) {
      ChargeVerdict verdict = whole.get(places.get(i));
      if (isFirst(reported, i) || outranks(own.get(i), verdict)) {
        verdict.answerAs(own.get(i));
      }
    }
  }

  private static boolean outranks(ChargeVerdict answer, ChargeVerdict other) {
    return answer.allowed() == other.allowed()
        ? answer.remaining() < other.remaining()
        : other.allowed();
  }
}
