package com.throttlex.benchmarks;

import com.throttlex.benchmarks.adaptive.AdaptiveBench;
import com.throttlex.benchmarks.contest.Microbenchmark;
import com.throttlex.benchmarks.dashboard.DashboardBench;
import com.throttlex.benchmarks.filter.FilterBench;
import com.throttlex.benchmarks.filter.FilterBenchmark;
import com.throttlex.benchmarks.proxy.ProxyBench;
import com.throttlex.benchmarks.quota.QuotaBench;
import com.throttlex.benchmarks.redis.RedisBench;
import com.throttlex.benchmarks.replay.ReplayBench;
import com.throttlex.benchmarks.service.ServiceBench;
import com.throttlex.benchmarks.sql.SqlBench;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs all comparisons and prints them as one table.
 *
 * <p>{@code java -jar benchmarks.jar [quick | service | redis | sql | filter | proxy [quick] |
 * quota | replay | adaptive | dashboard]}. {@code quick} has short runs, for a first impression.
 * {@code service} measures the service instead of the library, {@code redis} and {@code sql}
 * measure decisions in Redis and in databases, {@code filter} the cost of a filter for an
 * application, and {@code proxy} the proxy. {@code quota} measures Envoy with quota assignments.
 * {@code replay} compares the replay of a log with scripts, and {@code adaptive} compares adaptive
 * limits on a simulated server. {@code dashboard} measures the cost and the speed of the dashboard.
 */
public final class Bench {
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Microbenchmark benchmarks;

  private Bench(Microbenchmark benchmarks) {
    this.benchmarks = benchmarks;
  }

  public static void main(String[] args)
      throws RunnerException, IOException, InterruptedException, SQLException {
    switch (String.join(" ", args)) {
      case "" -> new Bench(new Microbenchmark(2, 3)).run();
      case "quick" -> new Bench(new Microbenchmark(1, 1)).run();
      case "service" -> ServiceBench.main(args);
      case "redis" -> RedisBench.main(args);
      case "sql" -> SqlBench.main(args);
      case "proxy", "proxy quick" -> ProxyBench.main(args);
      case "quota" -> QuotaBench.main(args);
      case "filter" -> FilterBench.main(args);
      case "replay" -> ReplayBench.main(new String[0]);
      case "adaptive" -> AdaptiveBench.main(args);
      case "dashboard" -> DashboardBench.main(args);
      default -> {
        System.err.println(
            "arguments: "
                + List.of(args)
                + " (expected: none, quick, service, redis, sql, filter, proxy, proxy quick, quota,"
                + " replay, adaptive or dashboard)");
        System.exit(2);
      }
    }
  }

  private void run() throws RunnerException {
    out.printf(
        "ThrottleX benchmarks: %s %s, %d processors, %s %s%n",
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"));
    out.println("Peers: Bucket4j 8.19.0, Resilience4j 2.4.0, Guava 33.5.0, Caffeine 3.2.3");
    List<Row> rows = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      rows.addAll(compare("one hot key", HotKey.class, "throttlex", threads));
      rows.addAll(compare("1 million keys", ManyKeys.class, "throttlex", threads));
      rows.addAll(compare("engine, rule among n", EngineBenchmark.class, "check", threads));
      rows.addAll(compare("servlet filter", FilterBenchmark.class, "throttlex", threads));
    }
    print(rows);
    printFootprint();
  }

  /** One line of the table; the ratio is relative to ThrottleX's time in the same group. */
  private record Row(
      String group, int threads, String who, double nanos, double ratio, double bytes) {}

  private List<Row> compare(String group, Class<?> benchmark, String own, int threads)
      throws RunnerException {
    Collection<RunResult> results = benchmarks.run(benchmark, threads);
    double base =
        results.stream()
            .filter(r -> name(r).startsWith(own))
            .findFirst()
            .map(Microbenchmark::nanos)
            .orElse(Double.NaN);
    return results.stream()
        .map(
            r ->
                new Row(
                    group,
                    threads,
                    name(r),
                    Microbenchmark.nanos(r),
                    Microbenchmark.nanos(r) / base,
                    Microbenchmark.bytes(r)))
        .toList();
  }

  private static String name(RunResult result) {
    String method = Microbenchmark.method(result);
    String rules = result.getParams().getParam("rules");
    return rules == null ? method : method + ", n = " + rules;
  }

  private void print(List<Row> rows) {
    out.println();
    out.println("Time for one decision in each thread; a ratio above 1 is slower than ThrottleX.");
    out.printf("%-22s %7s  %-20s %10s %7s %7s%n", "", "threads", "", "ns", "ratio", "B/op");
    for (Row row : rows) {
      out.printf(
          Locale.ROOT,
          "%-22s %7d  %-20s %10.1f %7.2f %7.1f%n",
          row.group,
          row.threads,
          row.who,
          row.nanos,
          row.ratio,
          row.bytes);
    }
  }

  private void printFootprint() {
    out.println();
    out.println("Heap per key beyond the key's own string, of 1 million keys.");
    Map<String, Double> bytes = Footprint.bytesPerKey();
    double own = bytes.values().iterator().next();
    bytes.forEach(
        (who, size) -> out.printf(Locale.ROOT, "%-52s %10.1f %7.2f%n", who, size, size / own));
    out.printf(
        Locale.ROOT,
        "%-52s %10.1f%n",
        "sliding log, for each stored charge",
        Footprint.bytesPerLoggedCharge());
  }
}
