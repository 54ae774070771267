package com.throttlex.replay.suggest;

import com.throttlex.algorithm.Rate;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses limits for the keys of a rule.
 *
 * <p>The amount of a limit is above the peak that only the wanted share of keys exceeds, with room
 * for growth, and below the keys that stand apart. Several limits divide the share between them, so
 * that together they do not deny more.
 */
final class LimitChoice {
  /** Smaller amounts are not suggested. */
  private static final int LEAST = 5;

  private static final double ROOM = 1.5;

  /** The room above the busiest key, if there are too few keys for a quantile. */
  private static final double ROOM_ABOVE_ALL = 2;

  private static final int LEAST_BURST = 10;

  /** A longer limit is useful if it is below this share of what the shorter one allows. */
  private static final double USEFUL = 0.5;

  /** A longer limit allows at least so many times the shorter one: a client may come back. */
  private static final double LONGER = 2;

  private static final double SMALLER_BURST = 0.8;

  private final RatePopulation keys;
  private final double share;

  /** Creates the choice for a population, of which this share of keys may be denied. */
  LimitChoice(RatePopulation keys, double share, int windows) {
    this.keys = keys;
    this.share = share / windows;
  }

  /** Returns a limit for each of the windows that needs one. */
  List<Rate> limits(List<RateWindow> windows) {
    List<Rate> limits = new ArrayList<>();
    for (RateWindow window : windows) {
      if (limits.isEmpty()) {
        limits.add(Rate.of(amount(window), window.length()));
      } else {
        Rate shorter = limits.get(limits.size() - 1);
        long least = RoundNumbers.up(LONGER * shorter.amount());
        Rate longer = Rate.of(Math.max(least, amount(window)), window.length());
        if (isUseful(longer, shorter)) {
          limits.add(longer);
        }
      }
    }
    return limits;
  }

  private static boolean isUseful(Rate longer, Rate shorter) {
    double periods = (double) longer.period().nanos() / shorter.period().nanos();
    return longer.amount() < USEFUL * shorter.amount() * periods;
  }

  private long amount(RateWindow window) {
    int needed = keys.exceededBy(share, key -> key.peaks().most(window.index()));
    boolean above = share * keys.usual().size() < 1;
    long roomy = RoundNumbers.up(Math.max(LEAST, needed * (above ? ROOM_ABOVE_ALL : ROOM)));
    TailGap gap = keys.gap(window.index());
    if (gap == null || roomy <= gap.middle()) {
      return roomy;
    }
    return Math.max(RoundNumbers.up(needed), RoundNumbers.down(gap.middle()));
  }

  /** Returns the limits with the bursts that the measured keys need. */
  List<Rate> withBursts(List<Rate> limits) {
    List<Rate> changed = new ArrayList<>();
    for (int i = 0; i < limits.size(); i++) {
      Rate rate = limits.get(i);
      int index = i;
      int needed = keys.exceededBy(share, key -> key.level(index));
      long burst = RoundNumbers.up(Math.max(LEAST_BURST, needed * ROOM));
      if (needed > rate.amount()) {
        changed.add(rate.withBurst(burst));
      } else {
        boolean smaller = i == 0 && burst <= SMALLER_BURST * rate.amount();
        changed.add(smaller ? rate.withBurst(burst) : rate);
      }
    }
    return changed;
  }
}
