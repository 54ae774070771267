package com.throttlex.benchmarks.sql;

import static com.throttlex.benchmarks.store.StoreReport.RATE;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Measure;
import com.throttlex.benchmarks.store.StoreLine;
import com.throttlex.benchmarks.store.StoreReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The figures of databases and their goals. */
final class SqlReport {
  private static final Measure<StoreLine> SLOW =
      new Measure<>("p99 ms", "%,.3f", false, line -> line.median().slow() / 1000);

  private SqlReport() {}

  static StoreReport<SqlTrial> empty() {
    return new StoreReport<>(
        List.of(
            new Measure<>("p50 ms", "%,.3f", false, line -> line.median().median() / 1000),
            SLOW,
            new Measure<>("p99.9 ms", "%,.3f", false, line -> line.median().slowest() / 1000),
            new Measure<>("trans.", "%.4f", false, line -> line.median().work().requests()),
            new Measure<>("statem.", "%.3f", false, line -> line.median().work().effort())));
  }

  /** Returns one line for each goal that was measured. */
  static List<String> promises(StoreReport<SqlTrial> report) {
    List<String> texts = new ArrayList<>();
    for (SqlTrial trial : report.lines().keySet()) {
      report
          .find(trial, SqlContender.OURS)
          .ifPresent(
              ours -> {
                if (trial.isOpen()) {
                  texts.add(report.absolute(trial, ours, SLOW, Bar.atMost(3)));
                } else if (trial.promised()) {
                  texts.add(report.absolute(trial, ours, RATE, Bar.atLeast(10_000)));
                  fastestPeer(report, trial, texts, ours);
                }
              });
    }
    return texts;
  }

  private static void fastestPeer(
      StoreReport<SqlTrial> report, SqlTrial trial, List<String> texts, StoreLine ours) {
    report.lines().getOrDefault(trial, List.of()).stream()
        .filter(line -> !line.who().isOurs())
        .max(Comparator.comparingDouble(RATE::of))
        .ifPresent(peer -> texts.add(report.ratio(trial, ours, peer, 3)));
  }
}
