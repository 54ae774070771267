package com.throttlex.rules;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.Gains;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.Thresholds;
import com.throttlex.algorithm.Period;
import com.throttlex.request.Priority;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Preamble;
import com.throttlex.store.FailureMode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes all parts of a book except its rules as a tree; defaults are left out. */
final class PreambleTree {
  private final Map<String, Object> tree = new LinkedHashMap<>();

  private PreambleTree() {}

  static Map<String, Object> of(Preamble preamble) {
    PreambleTree writer = new PreambleTree();
    if (!preamble.tiers().isEmpty()) {
      writer.tree.put("tiers", preamble.tiers());
    }
    writer.put("default-rule", preamble.fallback(), BookReader.DEFAULT, RuleTree::fallback);
    if (!preamble.priorities().isEmpty()) {
      writer.tree.put("priorities", preamble.priorities().stream().map(PreambleTree::of).toList());
    }
    writer.put(
        "adaptive",
        preamble.adaptive(),
        AdaptiveSettings.DEFAULTS,
        settings -> of(settings, AdaptiveSettings.DEFAULTS));
    writer.put("on-store-failure", preamble.onStoreFailure(), FailureMode.LOCAL, FieldNames::word);
    return writer.tree;
  }

  private static Map<String, Object> of(Classifier classifier) {
    PreambleTree writer = new PreambleTree();
    writer.put("match", classifier.match(), Match.ALL, RuleTree::match);
    KeyPart source = classifier.source();
    if (source == null) {
      writer.tree.put("class", classifier.priority().text());
      return writer.tree;
    }
    boolean isHeader = source.kind() == KeyPart.Kind.HEADER;
    writer.tree.put(isHeader ? "header" : "attribute", String.valueOf(source.name()));
    Priority believed = isHeader ? Priority.HIGH : Priority.CRITICAL;
    writer.put("at-most", classifier.priority(), believed, Priority::text);
    return writer.tree;
  }

  private static Map<String, Object> of(AdaptiveSettings settings, AdaptiveSettings usual) {
    PreambleTree writer = new PreambleTree();
    writer.put("weights", settings.weights(), usual.weights(), PreambleTree::weights);
    writer.put(
        "thresholds",
        settings.thresholds(),
        usual.thresholds(),
        its -> of(its, usual.thresholds()));
    writer.put("bounds", settings.bounds(), usual.bounds(), its -> bounds(its, usual.bounds()));
    writer.gains(settings.gains(), usual.gains());
    writer.put("interval", settings.interval(), usual.interval(), PreambleTree::time);
    writer.put(
        "change-interval", settings.changeInterval(), usual.changeInterval(), PreambleTree::time);
    writer.put("stale-after", settings.staleAfter(), usual.staleAfter(), PreambleTree::time);
    writer.put("services", settings.services(), usual.services(), its -> services(settings));
    return writer.tree;
  }

  /** Returns the settings of single services, where they differ from those of all. */
  private static Map<String, Object> services(AdaptiveSettings all) {
    Map<String, Object> tree = new TreeMap<>();
    AdaptiveSettings usual = all.with(Map.of());
    all.services().forEach((name, its) -> tree.put(name, of(its, usual)));
    return tree;
  }

  private static Map<String, Object> weights(Map<Signal, Double> weights) {
    PreambleTree writer = new PreambleTree();
    for (Signal signal : Signal.values()) {
      writer.put(signal.text(), weights.get(signal), null, PreambleTree::number);
    }
    return writer.tree;
  }

  private static Map<String, Object> of(Thresholds thresholds, Thresholds usual) {
    PreambleTree writer = new PreambleTree();
    writer.put("critical", thresholds.critical(), usual.critical(), PreambleTree::number);
    writer.put("warning", thresholds.warning(), usual.warning(), PreambleTree::number);
    writer.put("normal", thresholds.normal(), usual.normal(), PreambleTree::number);
    return writer.tree;
  }

  private static Map<String, Object> bounds(Map<Signal, Bounds> bounds, Map<Signal, Bounds> usual) {
    PreambleTree writer = new PreambleTree();
    for (Signal signal : Signal.values()) {
      writer.put(signal.text(), bounds.get(signal), usual.get(signal), its -> of(its, signal));
    }
    return writer.tree;
  }

  private static Map<String, Object> of(Bounds bounds, Signal signal) {
    boolean isTime = signal == Signal.RESPONSE_TIME || signal == Signal.RESPONSE_TIME_P99;
    PreambleTree writer = new PreambleTree();
    writer.tree.put("good", isTime ? millis(bounds.good()) : number(bounds.good()));
    writer.tree.put("bad", isTime ? millis(bounds.bad()) : number(bounds.bad()));
    return writer.tree;
  }

  /** Writes the gains, the first of them as a map of their own. */
  private void gains(Gains gains, Gains absent) {
    double[] numbers = GainsReader.numbers(gains);
    double[] usual = GainsReader.numbers(absent);
    PreambleTree own = new PreambleTree();
    for (int i = 0; i < numbers.length; i++) {
      String name = GainsReader.NAMES.get(i);
      PreambleTree holder = FieldNames.GAINS.contains(name) ? own : this;
      if (i == FieldNames.GAINS.size() && !own.tree.isEmpty()) {
        tree.put("gains", own.tree);
      }
      holder.put(name, numbers[i], usual[i], PreambleTree::number);
    }
  }

  /** Returns whole milliseconds as a length of time, and others as a number. */
  private static Object millis(double millis) {
    boolean isWhole = millis >= 1 && millis == Math.rint(millis) && millis < 1e9;
    return isWhole ? time(Duration.ofMillis((long) millis)) : number(millis);
  }

  private static Object time(Duration time) {
    return Period.of(time).toString();
  }

  private static Object number(double number) {
    boolean isWhole = number == Math.rint(number) && number < 1e15;
    return isWhole ? (Object) (long) number : BigDecimal.valueOf(number).stripTrailingZeros();
  }

  private <T> void put(String name, @Nullable T value, @Nullable T byDefault, Written<T> form) {
    if (value != null && !value.equals(byDefault)) {
      tree.put(name, form.of(value));
    }
  }

  private interface Written<T> {
    Object of(T value);
  }
}
