package com.throttlex.benchmarks.proxy;

import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Others;
import com.throttlex.benchmarks.contest.TimeLimit;
import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.filter.ClassPath;
import com.throttlex.benchmarks.load.Generator;
import com.throttlex.benchmarks.load.TrafficKind;
import com.throttlex.benchmarks.service.Children;
import com.throttlex.benchmarks.service.OwnLoad;
import com.throttlex.benchmarks.service.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures the proxy and its peers in front of the same upstream, and prints one table.
 *
 * <p>Every server and the load generator are processes of their own, on the loopback interface. All
 * of them end with this program. A run takes about three minutes and is stopped after eight;
 * building the service, if needed, comes before.
 */
public final class ProxyBench {
  private static final Duration LIMIT = Duration.ofMinutes(8);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final ClassPath classPath = ClassPath.own();
  private final Children children;
  private final ProxyPace pace;

  private ProxyBench(Children children, ProxyPace pace) {
    this.children = children;
    this.pace = pace;
  }

  /** Runs from the jar in its place in the source tree; {@code quick} has fewer, shorter rounds. */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // no warning about missing loggers
    ProxyPace pace = List.of(args).contains("quick") ? ProxyPace.QUICK : ProxyPace.FULL;
    try (Children children = Children.inTemporaryFolder()) {
      new ProxyBench(children, pace).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    // The jar is ROOT/throttlex-benchmarks/target/benchmarks.jar.
    Path root = classPath.jar().resolve("../../..").normalize();
    String version = Program.build(children, root);
    TimeLimit limit = new TimeLimit(LIMIT, children::close);
    try (ProxyServers servers = new ProxyServers(children, root, classPath)) {
      out.printf("ThrottleX %s proxy: %s%n", version, Machine.name());
      out.println(servers.names());
      printHead();
      String loadBefore = Machine.load();
      OwnLoad own = new OwnLoad(children.talk("generator", classPath.command(Generator.class)));
      List<ProxySide> sides =
          servers.start().stream()
              .map(each -> new ProxySide(each.who(), each.cpu(), each.port(), own, pace))
              .toList();
      Others before = Others.until(children.cpu().plus(servers.redisCpu()));
      out.print(new ProxyReport(measure(sides)).text());
      Others after = Others.until(children.cpu().plus(servers.redisCpu()));
      out.printf(
          Locale.ROOT,
          "%nOther programs used %.0f%% of the machine; if more than a few per cent, measure again."
              + " Load average: %s before, %s after%n",
          100 * after.shareSince(before),
          loadBefore,
          Machine.load());
    }
    limit.cancel();
  }

  private void printHead() {
    out.printf(
        """
        JVM: %s %s. One small page, requested by 10,000 users, each with a limit that is never \
        reached. Medians of %d
        rounds in turns: %d s on %d connections, as fast as possible, and then %d s with %,d \
        requests per second at fixed
        times. Ratio: ThrottleX with counters in memory / peer; below 1 we are slower. CPU: time \
        of the proxy's processes for
        a request, with the service that Envoy asks, and with Redis. Added: compared with no proxy.

        """,
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        pace.rounds(),
        pace.roundSeconds(),
        TrafficKind.PROXIED.connections(),
        pace.roundSeconds(),
        ProxySide.PER_SECOND);
  }

  private Map<ProxyEntrant, List<ProxyRound>> measure(List<ProxySide> sides)
      throws IOException, InterruptedException {
    List<List<ProxyRound>> results = Turns.run(pace.rounds(), sides);
    Map<ProxyEntrant, List<ProxyRound>> rounds = new EnumMap<>(ProxyEntrant.class);
    for (int i = 0; i < sides.size(); i++) {
      rounds.put(sides.get(i).who(), results.get(i));
    }
    return rounds;
  }
}
