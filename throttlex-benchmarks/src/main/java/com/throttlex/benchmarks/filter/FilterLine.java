package com.throttlex.benchmarks.filter;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.service.Contest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * One line of the table: a form of the application compared with the one without a filter.
 *
 * <p>Two rounds of the same turn are compared, and then the median is taken. So a disturbance that
 * lasts longer than a turn does not count.
 *
 * @param median of all rounds
 * @param ratios the requests per second divided by those without a filter, lowest first
 * @param more the processor time of a request beyond that without a filter, in microseconds
 */
record FilterLine(Form form, Contest.Round median, List<Double> ratios, double more) {
  private static final Bar RATIO = Bar.atLeast(0.95);

  static FilterLine of(Form form, List<Contest.Round> rounds, List<Contest.Round> without) {
    double[] ratios = turns(rounds, without, (own, base) -> own.rate() / base.rate());
    double[] more = turns(rounds, without, (own, base) -> own.micros() - base.micros());
    return new FilterLine(
        form,
        Contest.Round.median(rounds),
        Arrays.stream(ratios).sorted().boxed().toList(),
        Median.of(more));
  }

  private static double[] turns(
      List<Contest.Round> rounds,
      List<Contest.Round> without,
      ToDoubleBiFunction<Contest.Round, Contest.Round> figure) {
    return IntStream.range(0, rounds.size())
        .mapToDouble(i -> figure.applyAsDouble(rounds.get(i), without.get(i)))
        .toArray();
  }

  private double ratio() {
    return Median.of(ratios, Double::doubleValue);
  }

  static String header() {
    return String.format(
        "%-30s %10s %6s  %-10s %-15s %7s %6s%n",
        "", "requests/s", "ratio", "of rounds", "bar", "CPU us", "more");
  }

  String text() {
    String figures =
        String.format(
            Locale.ROOT, "%-30s %,10.0f %6s  ", form, median.rate(), Figure.text("%.3f", ratio()));
    String verdict =
        form == Form.WITHOUT
            ? String.format("%-10s %-15s", "", "")
            : String.format(
                Locale.ROOT,
                "%.2f-%.2f  %-15s",
                ratios.get(0),
                ratios.get(ratios.size() - 1),
                form == Form.AGAIN ? "" : RATIO.verdict(ratio()));
    return figures + verdict + String.format(Locale.ROOT, " %7.1f %+6.1f%n", median.micros(), more);
  }
}
