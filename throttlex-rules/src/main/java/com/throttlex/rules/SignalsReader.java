package com.throttlex.rules;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.Signal;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the weights and bounds of health signals. */
final class SignalsReader {
  private static final double MOST_MILLIS = Duration.ofHours(1).toMillis();
  private static final String MILLIS_EXPECTED =
      "a length of time up to 1h, such as 200ms, or a number of milliseconds";

  /** The largest bound of a part that is above 1 when requests wait. */
  private static final double MOST_CPU = 10;

  private static final double MOST_WAITING = 1e9;

  private final Section section;
  private final Problems problems;
  private final AdaptiveSettings absent;

  SignalsReader(Section section, Problems problems, AdaptiveSettings absent) {
    this.section = section;
    this.problems = problems;
    this.absent = absent;
  }

  /** Returns the weights. If some are given, only these count, because they must add up to 1. */
  Map<Signal, Double> weights() {
    int before = problems.count();
    Value value = section.find("weights");
    Section said = value == null ? null : value.section(FieldNames.SIGNALS);
    if (value == null || said == null) {
      return absent.weights();
    }
    Map<Signal, Double> weights = new EnumMap<>(Signal.class);
    for (Signal signal : Signal.values()) {
      Value weight = said.find(signal.text());
      if (weight != null) {
        weights.put(signal, weight.part(part -> part <= 1, 0, AdaptiveReader.PART_EXPECTED));
      }
    }
    if (problems.count() == before) {
      requireWhole(value, weights);
    }
    return weights;
  }

  private static void requireWhole(Value value, Map<Signal, Double> weights) {
    double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    BigDecimal rounded = BigDecimal.valueOf(sum).setScale(6, RoundingMode.HALF_UP);
    if (rounded.compareTo(BigDecimal.ONE) != 0) {
      value.wrong(
          "a sum of " + rounded.stripTrailingZeros().toPlainString(), "weights that add up to 1");
    }
  }

  /** Returns the bounds; signals without bounds keep their defaults. */
  Map<Signal, Bounds> bounds() {
    Map<Signal, Bounds> bounds = new EnumMap<>(absent.bounds());
    Value value = section.find("bounds");
    Section said = value == null ? null : value.section(FieldNames.SIGNALS);
    for (Signal signal : Signal.values()) {
      Value its = said == null ? null : said.find(signal.text());
      Bounds read = its == null ? null : bounds(its, signal);
      if (read != null) {
        bounds.put(signal, read);
      }
    }
    return bounds;
  }

  private @Nullable Bounds bounds(Value value, Signal signal) {
    int before = problems.count();
    Section said = value.section(FieldNames.BOUNDS);
    if (said == null) {
      return null;
    }
    double good = bound(said.require("good", "the value of a healthy service"), signal);
    double bad = bound(said.require("bad", "the value of a failed service"), signal);
    if (problems.count() == before && good >= bad) {
      Value worse = said.find("bad");
      (worse == null ? value : worse).wrong("more than good");
    }
    return problems.count() == before ? new Bounds(good, bad) : null;
  }

  private static double bound(@Nullable Value value, Signal signal) {
    if (value == null) {
      return 0;
    }
    return switch (signal) {
      case RESPONSE_TIME, RESPONSE_TIME_P99 -> millis(value);
      case QUEUE_DEPTH -> value.decimal(depth -> depth <= MOST_WAITING, 0, "a number of requests");
      case CPU ->
          value.part(
              part -> part <= MOST_CPU,
              0,
              "a part of the processors, such as 0.9 or 90%, or more when work waits for them");
      case CONNECTION_POOL ->
          value.part(
              part -> part <= MOST_CPU,
              0,
              "a part of the connections, such as 0.9 or 90%, or more when requests wait for them");
      case ERROR_RATE, MEMORY, DOWNSTREAM, CIRCUIT_BREAKER ->
          value.part(part -> part <= 1, 0, AdaptiveReader.PART_EXPECTED);
    };
  }

  private static double millis(Value value) {
    boolean isNumber =
        value.node() instanceof Node.Scalar scalar
            && scalar.text().chars().noneMatch(Character::isLetter);
    if (isNumber) {
      return value.decimal(millis -> millis <= MOST_MILLIS, 0, MILLIS_EXPECTED);
    }
    Double millis = value.parsed(SignalsReader::millis, MILLIS_EXPECTED);
    return millis == null ? 0 : millis;
  }

  private static double millis(String text) {
    double millis = LengthOfTime.parse(text, MILLIS_EXPECTED).toNanos() / 1e6;
    if (millis > MOST_MILLIS) {
      throw new IllegalArgumentException(MILLIS_EXPECTED);
    }
    return millis;
  }
}
