package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Figure;
import com.throttlex.benchmarks.contest.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measurements: whether the goals are met, and where peers are better. */
final class SqlReport {
  private static final Measure<SqlLine> RATE =
      new Measure<>("decisions/s", "%,.0f", true, line -> line.median().rate());
  private static final Measure<SqlLine> SLOW =
      new Measure<>("p99 ms", "%,.3f", false, line -> line.median().slow());
  private static final List<Measure<SqlLine>> MEASURES =
      List.of(
          RATE,
          new Measure<>("p50 ms", "%,.3f", false, line -> line.median().median()),
          SLOW,
          new Measure<>("p99.9 ms", "%,.3f", false, line -> line.median().slowest()),
          new Measure<>("trans.", "%.4f", false, line -> line.median().work().transactions()),
          new Measure<>("statem.", "%.3f", false, line -> line.median().work().statements()));

  private final Map<Row, SqlLine> lines = new LinkedHashMap<>();

  /** The position of a line. */
  private record Row(Product product, SqlTrial trial, SqlContender who) {
    boolean isNextTo(Row other) {
      return product == other.product && trial.equals(other.trial);
    }

    @Override
    public String toString() {
      return product + ", " + trial.name();
    }
  }

  void add(Product product, SqlTrial trial, SqlLine line) {
    lines.put(new Row(product, trial, line.who()), line);
  }

  /** Returns one line for each goal that was measured. */
  List<String> promises() {
    List<String> texts = new ArrayList<>();
    lines.forEach(
        (row, line) -> {
          if (row.who.isOurs() && row.trial.isOpen()) {
            absolute(texts, row, line, SLOW, Bar.atMost(3));
          } else if (row.who.isOurs() && row.trial.promised()) {
            absolute(texts, row, line, RATE, Bar.atLeast(10_000));
            ratio(texts, row, line);
          }
        });
    return texts;
  }

  private static void absolute(
      List<String> texts, Row row, SqlLine line, Measure<SqlLine> measure, Bar bar) {
    texts.add(promise(row, measure.text(), measure.print(line), bar.verdict(measure.of(line))));
  }

  /** Adds the ratio to the fastest peer. */
  private void ratio(List<String> texts, Row row, SqlLine ours) {
    peers(row).stream()
        .max((a, b) -> Double.compare(RATE.of(a), RATE.of(b)))
        .ifPresent(
            peer -> {
              double ratio = RATE.of(ours) / RATE.of(peer);
              String figure = Figure.text("%.2f", ratio);
              texts.add(promise(row, "/ " + peer.who(), figure, Bar.atLeast(3).verdict(ratio)));
            });
  }

  private List<SqlLine> peers(Row ours) {
    return lines.entrySet().stream()
        .filter(entry -> entry.getKey().isNextTo(ours) && !entry.getKey().who.isOurs())
        .map(Map.Entry::getValue)
        .toList();
  }

  private static String promise(Row row, String what, String figure, String verdict) {
    return String.format("  %-46s %-22s %9s  %s", row, what, figure, verdict);
  }

  /** Returns one line for each peer that is better in a figure: the figure, ours and theirs. */
  List<String> losses() {
    List<String> texts = new ArrayList<>();
    lines.forEach(
        (row, ours) -> {
          for (SqlLine peer : row.who.isOurs() ? peers(row) : List.<SqlLine>of()) {
            String lost = Measure.lost(MEASURES, ours, peer);
            if (!lost.isEmpty()) {
              texts.add("  " + row + ", to " + peer.who() + lost);
            }
          }
        });
    return texts;
  }

  /** Returns whether no limiter admitted more than the limit. */
  boolean isExact() {
    return lines.values().stream().allMatch(SqlLine::exact);
  }
}
