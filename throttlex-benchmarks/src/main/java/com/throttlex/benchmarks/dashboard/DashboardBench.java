package com.throttlex.benchmarks.dashboard;

import com.throttlex.benchmarks.contest.Bar;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.contest.Others;
import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.load.Generator;
import com.throttlex.benchmarks.load.TrafficKind;
import com.throttlex.benchmarks.service.Children;
import com.throttlex.benchmarks.service.Contest;
import com.throttlex.benchmarks.service.Load;
import com.throttlex.benchmarks.service.OwnLoad;
import com.throttlex.benchmarks.service.Program;
import com.throttlex.benchmarks.service.Tool;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Measures what open dashboards cost the service, and how fast pages are with 10,000 rules and
 * 100,000 keys.
 */
public final class DashboardBench {
  private static final int STREAMS = 100;
  private static final int ROUNDS = 5;
  private static final int IDLE_SECONDS = 10;
  private static final double CORE_GOAL = 1;
  private static final double RATE_GOAL = 0.95;
  private static final double PAINT_GOAL = 1000;
  private static final double INTERACTIVE_GOAL = 2000;

  private static final int FAR_MILLIS = 150;
  private static final String OVERVIEW = "#/overview";
  private static final String COMPLETE_OVERVIEW = "[data-test=health]";

  private static final List<PageSpeed> PAGES =
      List.of(
          new PageSpeed("overview", OVERVIEW, COMPLETE_OVERVIEW),
          new PageSpeed("rules list, 10,000 rules", "#/rules", "[data-test=rules] tbody tr"),
          new PageSpeed("keys, 100,000 keys", "#/keys?by=heaviest", "[data-test=keys] tbody tr"));

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Children children;
  private final Path jar;
  private final Path root;

  private DashboardBench(Children children, Path jar) {
    this.children = children;
    this.jar = jar;
    // The jar is ROOT/throttlex-benchmarks/target/benchmarks.jar.
    root = jar.resolve("../../..").normalize();
  }

  /** Runs from the jar in its place in the source tree. */
  public static void main(String[] args) throws IOException, InterruptedException {
    String jar = DashboardBench.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (Children children = Children.inTemporaryFolder()) {
      new DashboardBench(children, Path.of(jar).toAbsolutePath()).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    String version = Program.build(children, root);
    Optional<Tool> chromium = Tool.find(children, "chromium", "--version");
    out.printf("ThrottleX %s dashboard: %s%n", version, Machine.name());
    out.printf(
        "Browser: %s. %,d rules, %,d keys. Medians of %d rounds in turns.%n%n",
        chromium.map(Tool::toString).orElse("chromium not installed, so pages are left out"),
        LoadedService.RULES,
        LoadedService.KEYS,
        ROUNDS);
    String loadBefore = Machine.load();
    Program program = LoadedService.start(children, root);
    OwnLoad own = new OwnLoad(children.talk("generator", program.sameJvm(jar, Generator.class)));
    Others before = Others.until(children.cpu());
    checks(program, own.of(TrafficKind.HTTP));
    idle(program);
    if (chromium.isPresent()) {
      pages(BrowserTab.start(children, chromium.get().path()), program);
    }
    out.printf(
        Locale.ROOT,
        "%nOther programs used %.0f%% of the machine; if more than a few per cent, measure again."
            + " Load average: %s before, %s after%n",
        100 * Others.until(children.cpu()).shareSince(before),
        loadBefore,
        Machine.load());
  }

  /** A service under load, with that many streams open. */
  private record Side(Program program, Load load, int streams) implements Turns.Side<Double> {
    @Override
    public void warmUp() throws IOException, InterruptedException {
      load.run(program.port(), Contest.JVM_WARM_UP_SECONDS / 2);
    }

    @Override
    public Double round() throws IOException, InterruptedException {
      try (LiveStreams open = opened(program, streams)) {
        double rate = load.run(program.port(), 2 * Contest.ROUND_SECONDS).rate();
        if (streams > 0 && open.bytes() == 0) {
          throw new IOException("live numbers: none (expected: some)");
        }
        return rate;
      }
    }
  }

  private static LiveStreams opened(Program program, int number) throws IOException {
    return LiveStreams.open(program.adminPort(), LoadedService.TOKEN, number);
  }

  private void checks(Program program, Load load) throws IOException, InterruptedException {
    List<List<Double>> rates =
        Turns.run(ROUNDS, List.of(new Side(program, load, 0), new Side(program, load, STREAMS)));
    double none = Median.of(rates.get(0), rate -> rate);
    double many = Median.of(rates.get(1), rate -> rate);
    line("checks/s, no dashboard", none, "", "");
    line("checks/s, 100 dashboards", many, "", "");
    line("100 dashboards / none", many / none, "", Bar.atLeast(RATE_GOAL).verdict(many / none));
  }

  /** The processor time of an otherwise idle service, with and without a stream. */
  private void idle(Program program) throws IOException, InterruptedException {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      without.add(percentOfCore(program, 0));
      with.add(percentOfCore(program, 1));
    }
    double more = Median.of(with, part -> part) - Median.of(without, part -> part);
    line("one dashboard, of a core", more, "%", Bar.atMost(CORE_GOAL).verdict(more));
  }

  private static double percentOfCore(Program program, int streams)
      throws IOException, InterruptedException {
    try (LiveStreams open = opened(program, streams)) {
      long before = program.child().cpu().toNanos();
      long bytes = open.bytes();
      TimeUnit.SECONDS.sleep(IDLE_SECONDS);
      if (streams > 0 && open.bytes() == bytes) {
        throw new IOException("live numbers: none (expected: some)");
      }
      double nanos = program.child().cpu().toNanos() - before;
      return 100 * nanos / TimeUnit.SECONDS.toNanos(IDLE_SECONDS);
    }
  }

  private void pages(BrowserTab tab, Program program) throws IOException, InterruptedException {
    String base = "http://127.0.0.1:" + program.adminPort() + "/";
    tab.open(base + "#token=" + LoadedService.TOKEN);
    PAGES.get(0).awaitIn(tab);
    for (PageSpeed page : PAGES) {
      measure(page, tab);
    }
    tab.delay(FAR_MILLIS);
    measure(
        new PageSpeed("overview, " + FAR_MILLIS + " ms away", OVERVIEW, COMPLETE_OVERVIEW), tab);
  }

  private void measure(PageSpeed page, BrowserTab tab) throws IOException, InterruptedException {
    page.measure(tab, ROUNDS);
    if (page.place().equals(OVERVIEW)) {
      goal("first paint, " + page.name(), page.paint(), PAINT_GOAL);
    }
    goal("interactive, " + page.name(), page.interactive(), INTERACTIVE_GOAL);
  }

  private void goal(String what, double millis, double goal) {
    line(what, millis, "ms", Bar.atMost(goal).verdict(millis));
  }

  private void line(String what, double value, String unit, String verdict) {
    String format = value < 100 ? "%-42s %,10.2f %-2s  %s%n" : "%-42s %,10.0f %-2s  %s%n";
    out.printf(Locale.ROOT, format, what, value, unit, verdict);
  }
}
