package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Measure;
import com.throttlex.benchmarks.store.StoreLine;
import com.throttlex.benchmarks.store.StoreReport;
import com.throttlex.benchmarks.store.Workload;
import java.util.ArrayList;
import java.util.List;

/** The figures of Redis and their goals. */
final class RedisReport {
  private static final Measure<StoreLine> CALLS =
      new Measure<>("calls", "%.4f", false, line -> line.median().work().requests());

  private RedisReport() {}

  static StoreReport<Workload> empty() {
    return new StoreReport<>(
        List.of(
            new Measure<>("p50 us", "%,.1f", false, line -> line.median().median()),
            new Measure<>("p99 us", "%,.1f", false, line -> line.median().slow()),
            CALLS,
            new Measure<>("Redis us", "%.2f", false, line -> line.median().work().effort())));
  }

  /** Returns one line for each goal that was measured. */
  static List<String> promises(StoreReport<Workload> report) {
    List<String> texts = new ArrayList<>();
    ratio(texts, report, Workload.MANY_KEYS, RedisContender.BUCKET4J, 2);
    ratio(texts, report, Workload.MANY_KEYS, RedisContender.EVALSHA, 1);
    ratio(texts, report, Workload.HOT_KEY, RedisContender.BUCKET4J, 60);
    ratio(texts, report, Workload.HOT_KEY, RedisContender.EVALSHA, 1);
    for (Workload workload : report.lines().keySet()) {
      report
          .find(workload, RedisContender.LEASED)
          .filter(leased -> workload.underWay() > 1)
          .ifPresent(
              leased -> {
                Bar rate = Bar.atLeast(1_000_000);
                texts.add(report.absolute(workload, leased, StoreReport.RATE, rate));
                texts.add(report.absolute(workload, leased, CALLS, Bar.atMost(0.01)));
              });
    }
    return texts;
  }

  private static void ratio(
      List<String> texts,
      StoreReport<Workload> report,
      Workload workload,
      RedisContender peer,
      double least) {
    report
        .find(workload, RedisContender.STRICT)
        .ifPresent(
            ours ->
                report
                    .find(workload, peer)
                    .ifPresent(theirs -> texts.add(report.ratio(workload, ours, theirs, least))));
  }
}
