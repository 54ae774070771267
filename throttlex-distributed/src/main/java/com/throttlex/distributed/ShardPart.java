package com.throttlex.distributed;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Charges of a request that one shard decides as if there were no others, under a reservation by
 * which they can be taken back.
 */
final class ShardPart {
  /** The index of a counter that no rule has, and a limit that is asked for more than it has. */
  private static final int NEVER_CHARGED = Integer.MAX_VALUE;

  private static final Limit ONE = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1/1s"));

  private final int shard;
  private final Store store;
  private final Charges whole;
  private final Charges own;
  private final List<Integer> places = new ArrayList<>();
  private boolean answered;

  ShardPart(int shard, Store store, Charges whole) {
    this.shard = shard;
    this.store = store;
    this.whole = whole;
    own = new Charges().start(whole.now());
  }

  void add(int place) {
    Charge charge = whole.get(place);
    own.add(charge);
    places.add(place);
  }

  /** Asks the shard, under names that are this part's alone. */
  CompletionStage<Void> ask(String name, @Nullable String replayKey) {
    if (whole.isDryRun()) {
      own.dryRun();
    } else {
      boolean reserves = whole.reservation() != null;
      own.reserve(name, reserves ? whole.reservationNanos() : ReservationLife.BRIEF_NANOS);
    }
    if (replayKey != null) {
      own.replayKey(replayKey);
    }
    return Failures.caught(() -> store.decide(own)).thenRun(() -> answered = true);
  }

  int shard() {
    return shard;
  }

  /** Under which name the shard has reserved the charges. */
  String name() {
    return Objects.requireNonNull(own.reservation());
  }

  /** The time in the shard. */
  long now() {
    return own.now();
  }

  boolean isDegraded() {
    return own.isDegraded();
  }

  /** Judges the charges of the whole request as the shard has. */
  void judge() {
    for (int i = 0; i < places.size(); i++) {
      Charge said = own.get(i);
      whole.get(places.get(i)).judged(said.allowed(), said.waitNanos(), said.delayNanos());
    }
  }

  /** Whether the shard has charged something. */
  boolean isCharged() {
    for (int i = 0; answered && i < places.size(); i++) {
      if (own.counts(own.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the shard has charged something that does not count in the whole request. */
  boolean isTooMuch() {
    for (int i = 0; i < places.size(); i++) {
      if (own.counts(own.get(i)) && !whole.counts(whole.get(places.get(i)))) {
        return true;
      }
    }
    return false;
  }

  /** Says in the shard whether the charges stand. */
  void say(Agreement agreement) {
    agreement.say(store, Objects.requireNonNull(own.replayKey()), now());
  }

  /** Whether the shard keeps its answer, and gives it again to a repetition. */
  boolean isKept() {
    return answered && own.replayKey() != null && own.admitted();
  }

  /** Takes the charges back, once however often it is asked, and looks what is left then. */
  CompletionStage<Void> takeBack() {
    return isCharged()
        ? Failures.caught(() -> store.settle(name(), 0, now())).thenCompose(settled -> look())
        : look();
  }

  /**
   * Looks what is left. A shard that keeps its answer would tell a repetition what it told the
   * first time; if the whole request is denied, it is asked together with what never fits.
   */
  private CompletionStage<Void> look() {
    boolean anew = isKept() && !whole.admitted();
    Charges look = new Charges().start(whole.now());
    for (int i = 0; i < places.size(); i++) {
      Charge charge = whole.get(places.get(i));
      look.add(charge, anew ? charge.cost() : 0);
    }
    if (anew) {
      look.add(look.get(0).key(), NEVER_CHARGED, ONE, 2);
    } else if (own.replayKey() != null) {
      look.replayKey(own.replayKey() + "~left");
    }
    return Failures.caught(() -> store.decide(look))
        .handle((looked, failure) -> failure == null ? saw(look, anew) : null);
  }

  private @Nullable Void saw(Charges look, boolean anew) {
    for (int i = 0; i < places.size(); i++) {
      Charge left = look.get(i);
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

  /** Reports to the whole request what the shard has. */
  void report() {
    for (int i = 0; i < places.size(); i++) {
      whole.get(places.get(i)).answerAs(own.get(i));
    }
  }
}
