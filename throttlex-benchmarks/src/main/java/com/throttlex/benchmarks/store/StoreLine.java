package com.throttlex.benchmarks.store;

import com.throttlex.benchmarks.contest.Figure;
import java.util.List;
import java.util.Locale;

/**
 * One line of the table.
 *
 * @param median the medians of the rounds
 * @param low the lowest rate of a round
 * @param high the highest
 * @param total all decisions, including the warm-up
 * @param exact whether no more was admitted than the limit
 */
public record StoreLine(
    Entrant who, StoreRound median, double low, double high, DecisionTally total, boolean exact) {
  /** Returns the line of some rounds. */
  public static StoreLine of(
      Entrant who, List<StoreRound> rounds, DecisionTally total, boolean exact) {
    double[] rates = rounds.stream().mapToDouble(StoreRound::rate).sorted().toArray();
    return new StoreLine(
        who, StoreRound.median(rounds), rates[0], rates[rates.length - 1], total, exact);
  }

  /** Returns the lowest and the highest rate. */
  String range() {
    return Figure.text("%,.0f", low) + "-" + Figure.text("%,.0f", high);
  }

  /** Returns the decisions, and whether they were within the limit. */
  String admitted() {
    return String.format(Locale.ROOT, "%,d of %,d", total.allowed(), total.decisions())
        + (exact ? "" : " MORE THAN THE LIMIT")
        + (total.degraded() == 0
            ? ""
            : String.format(Locale.ROOT, "; not by the store: %,d", total.degraded()));
  }
}
