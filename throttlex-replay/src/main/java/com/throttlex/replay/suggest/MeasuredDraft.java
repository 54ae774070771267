package com.throttlex.replay.suggest;

import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.key.MaskedKey;
import com.throttlex.request.ShownText;
import com.throttlex.rule.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A draft with the measured rates of its keys, and with the limits that follow from them. */
final class MeasuredDraft {
  private static final int MOST_NAMES = 5;

  private final RuleDraft draft;
  private final RatePopulation keys;
  private final LimitChoice choice;
  private List<Rate> limits;

  MeasuredDraft(RuleDraft draft, RatePopulation keys, List<RateWindow> windows, double share) {
    this.draft = draft;
    this.keys = keys;
    choice = new LimitChoice(keys, share, windows.size());
    limits = choice.limits(windows);
  }

  RuleDraft draft() {
    return draft;
  }

  /** Returns whether some keys stand apart. */
  boolean hasApart() {
    return !keys.apart().isEmpty();
  }

  /** Counts a request against the limits, or keeps the name of a key that stands apart. */
  void charge(SampledKey of, Key key, long nanos) {
    if (keys.isApart(of)) {
      of.name(key);
    } else {
      of.charge(limits, nanos);
    }
  }

  /** Gives the limits the bursts that the keys need. */
  void setBursts() {
    limits = choice.withBursts(limits);
  }

  Rule rule() {
    return draft.rule(limits);
  }

  /**
   * Returns the suggestion after the test with other keys.
   *
   * @param halvings how often the sample of the keys that chose was halved
   * @param otherHalvings how often the sample of the other keys was halved
   */
  Suggestion suggestion(
      Collection<SampledKey> others, SuggestOptions options, int halvings, int otherHalvings) {
    RatePopulation tested = new RatePopulation(others, options.allKeys());
    List<SampledKey> apart = new ArrayList<>(others);
    apart.removeIf(key -> !keys.isApart(key) && !tested.isApart(key));
    long denied = others.stream().filter(SampledKey::isDenied).count();
    long apartDenied = apart.stream().filter(SampledKey::isDenied).count();
    HeldOutResult result =
        new HeldOutResult(
            others.size() - apart.size(), denied - apartDenied, apart.size(), apartDenied);
    apart.addAll(keys.apart());
    return new Suggestion(
        rule(),
        (requests(others) << otherHalvings)
            + ((requests(keys.usual()) + requests(keys.apart())) << halvings),
        rates(apart),
        names(apart, options.mask()),
        result,
        Confidence.of(result.denied(), result.keys(), options.share()));
  }

  private static long requests(Collection<SampledKey> keys) {
    return keys.stream().mapToLong(key -> key.peaks().most(KeyPeaks.TOTAL)).sum();
  }

  private Suggestion.KeyRates rates(List<SampledKey> apart) {
    int window = window().index();
    return new Suggestion.KeyRates(
        keys.usual().size(),
        keys.exceededBy(0.5, key -> key.peaks().most(window)),
        keys.exceededBy(0.01, key -> key.peaks().most(window)),
        keys.exceededBy(0, key -> key.peaks().most(window)),
        apart.size(),
        apart.stream().mapToInt(key -> key.peaks().most(window)).min().orElse(0));
  }

  /** Returns the window of the first limit. */
  private RateWindow window() {
    for (RateWindow window : RateWindow.values()) {
      if (window.nanos() == limits.get(0).period().nanos()) {
        return window;
      }
    }
    throw new IllegalStateException("limit: " + limits.get(0) + " (expected: one of a window)");
  }

  /** Returns the names of the busiest keys, without that of the rule. */
  private static List<String> names(List<SampledKey> keys, boolean mask) {
    return keys.stream()
        .filter(key -> key.name() != null)
        .sorted(Comparator.comparingInt((SampledKey key) -> -key.peaks().most(KeyPeaks.TOTAL)))
        .limit(MOST_NAMES)
        .map(key -> String.valueOf(key.name()))
        .map(name -> mask ? MaskedKey.of(name) : name)
        .map(name -> ShownText.plain(name.substring(name.indexOf('|') + 1)))
        .toList();
  }
}
