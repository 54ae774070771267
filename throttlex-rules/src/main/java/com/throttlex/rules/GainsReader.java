package com.throttlex.rules;

import com.throttlex.adaptive.Gains;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the gains of adaptive limits; {@link Gains} checks the range of each number. */
final class GainsReader {
  /** The names of the gains, in the order of {@link Gains}. */
  static final List<String> NAMES =
      List.of("proportional", "integral", "derivative", "smoothing", "dead-band", "cut", "growth");

  private static final Set<String> PARTS = Set.of("smoothing", "dead-band", "cut");

  private final double[] numbers;

  private GainsReader(Gains absent) {
    numbers = numbers(absent);
  }

  static Gains read(Section section, Gains absent) {
    GainsReader reader = new GainsReader(absent);
    Value gains = section.find("gains");
    Section said = gains == null ? null : gains.section(FieldNames.GAINS);
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      Section holder = FieldNames.GAINS.contains(name) ? said : section;
      reader.read(holder == null ? null : holder.find(name), i);
    }
    return gains(reader.numbers);
  }

  private void read(@Nullable Value value, int index) {
    if (value != null) {
      String expected = String.valueOf(refusal(index, Double.NaN));
      numbers[index] =
          PARTS.contains(NAMES.get(index))
              ? value.part(n -> refusal(index, n) == null, numbers[index], expected)
              : value.decimal(n -> refusal(index, n) == null, numbers[index], expected);
    }
  }

  /** Returns the expectation that a number fails, or null if it is valid. */
  private static @Nullable String refusal(int index, double number) {
    double[] numbers = numbers(Gains.DEFAULTS);
    numbers[index] = number;
    try {
      gains(numbers);
      return null;
    } catch (IllegalArgumentException e) {
      return Problems.expected(String.valueOf(e.getMessage()));
    }
  }

  static double[] numbers(Gains gains) {
    return new double[] {
      gains.proportional(),
      gains.integral(),
      gains.derivative(),
      gains.smoothing(),
      gains.deadBand(),
      gains.cut(),
      gains.growth()
    };
  }

  private static Gains gains(double[] n) {
    return new Gains(n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
  }
}
