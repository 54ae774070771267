package com.throttlex.benchmarks.filter;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Library;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Microbenchmark;
import com.throttlex.benchmarks.contest.Others;
import com.throttlex.benchmarks.contest.TimeLimit;
import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.load.Generator;
import com.throttlex.benchmarks.load.TrafficKind;
import com.throttlex.benchmarks.service.Child;
import com.throttlex.benchmarks.service.Children;
import com.throttlex.benchmarks.service.Contest;
import com.throttlex.benchmarks.service.Load;
import com.throttlex.benchmarks.service.LocalPorts;
import com.throttlex.benchmarks.service.OwnLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures the cost of a filter for an application and prints two tables: for a real application
 * under load, and for the filter alone.
 *
 * <p>Every form of the application is a process of its own, on the loopback interface. A run takes
 * about five minutes and is stopped after twelve.
 */
public final class FilterBench {
  /** The number of starts of all processes, because equal processes differ in speed. */
  private static final int STARTS = 2;

  private static final int ROUNDS = 10;

  private static final Duration LIMIT = Duration.ofMinutes(12);
  private static final Microbenchmark ALONE = new Microbenchmark(1, 2);
  private static final Bar NANOS = Bar.atMost(3000);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final ClassPath classPath = ClassPath.own();
  private final Map<Form, List<Contest.Round>> rounds = new EnumMap<>(Form.class);

  private FilterBench() {
    for (Form form : Form.values()) {
      rounds.put(form, new ArrayList<>());
    }
  }

  /** Runs from the jar in its place in the source tree. */
  public static void main(String[] args) throws IOException, InterruptedException, RunnerException {
    TimeLimit limit = new TimeLimit(LIMIT, () -> System.exit(1));
    new FilterBench().run();
    limit.cancel();
  }

  private void run() throws IOException, InterruptedException, RunnerException {
    String load = Machine.load();
    printHead();
    Others before = Others.until(Duration.ZERO);
    for (int i = 0; i < STARTS; i++) {
      measureApplication();
    }
    printApplication(Others.until(Duration.ZERO).shareSince(before));
    printAlone(ALONE.run(FilterBenchmark.class, 1));
    out.printf("%nLoad average of the machine: %s before, %s after%n", load, Machine.load());
  }

  private void printHead() throws IOException {
    out.printf("ThrottleX in front of an application: %s%n", Machine.name());
    out.printf(
        "JVM: %s %s. Spring Boot %s, Tomcat %s. Bucket4j %s.%n",
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        classPath.version("spring-boot"),
        classPath.version("tomcat-embed-core"),
        Library.version("com.bucket4j", "bucket4j_jdk17-core"));
    out.printf(
        """
        One page of Spring MVC, requested on %d connections by one address whose limit is never \
        reached. Medians of %d
        rounds of %d s in turns, with all processes started %d times. Ratio: to no filter in the \
        same turn. CPU: time of
        the server for a request, and the difference to no filter in the same turn.

        """,
        TrafficKind.PAGE.connections(), STARTS * ROUNDS, Contest.ROUND_SECONDS, STARTS);
  }

  private void measureApplication() throws IOException, InterruptedException {
    try (Children children = Children.inTemporaryFolder()) {
      OwnLoad own = new OwnLoad(children.talk("generator", classPath.command(Generator.class)));
      List<Warm> sides = new ArrayList<>();
      for (Form form : Form.values()) {
        sides.add(start(children, form, own.of(TrafficKind.PAGE)));
      }
      Iterator<List<Contest.Round>> fresh = Turns.run(ROUNDS, sides).iterator();
      rounds.values().forEach(all -> all.addAll(fresh.next()));
    }
  }

  private Warm start(Children children, Form form, Load load)
      throws IOException, InterruptedException {
    int port = LocalPorts.free();
    List<String> command = new ArrayList<>(classPath.bootCommand(ShopApplication.class));
    command.addAll(List.of(form.arguments(port)));
    Child child = children.start(form.name(), command);
    LocalPorts.awaitListening(child, port);
    return new Warm(new Contest.Side(child, port, Contest.JVM_WARM_UP_SECONDS, load));
  }

  private void printApplication(double others) {
    out.print(FilterLine.header());
    List<Contest.Round> without = rounds.getOrDefault(Form.WITHOUT, List.of());
    rounds.forEach((form, all) -> out.print(FilterLine.of(form, all, without).text()));
    out.printf(
        Locale.ROOT,
        "Other programs used %.0f%% of the machine; if more than a few per cent, measure again.%n",
        100 * others);
  }

  private void printAlone(Collection<RunResult> results) {
    out.printf("%nThe filter alone, in one thread, for requests of a thousand addresses (JMH)%n");
    out.printf("%-30s %10s %10s  %-18s %7s%n", "", "ns", "more", "bar", "B/op");
    double base = nanos(results, "noFilter");
    for (RunResult result : results) {
      String method = Microbenchmark.method(result);
      double more = Microbenchmark.nanos(result) - base;
      out.printf(
          Locale.ROOT,
          "%-30s %,10.0f %+,10.0f  %-18s %7.0f%n",
          method,
          Microbenchmark.nanos(result),
          more,
          method.equals("noFilter") ? "" : NANOS.verdict(more),
          Microbenchmark.bytes(result));
    }
  }

  private static double nanos(Collection<RunResult> results, String method) {
    return results.stream()
        .filter(result -> Microbenchmark.method(result).equals(method))
        .mapToDouble(Microbenchmark::nanos)
        .findFirst()
        .orElse(Double.NaN);
  }
}
