package com.throttlex.benchmarks.quota;

import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.TimeLimit;
import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.filter.ClassPath;
import com.throttlex.benchmarks.load.Generator;
import com.throttlex.benchmarks.load.TrafficKind;
import com.throttlex.benchmarks.service.Child;
import com.throttlex.benchmarks.service.Children;
import com.throttlex.benchmarks.service.Load;
import com.throttlex.benchmarks.service.LocalPorts;
import com.throttlex.benchmarks.service.OwnLoad;
import com.throttlex.benchmarks.service.Program;
import com.throttlex.benchmarks.service.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Measures Envoy without a limit, with a check for each request, and with quota assignments; and
 * what two Envoys admit of one limit, with ThrottleX and with the quota server of jukie.
 *
 * <p>It needs {@code envoy} on the PATH. {@code rlqs-server}, built from github.com/jukie/rlqs, is
 * left out if it is not there.
 */
public final class QuotaBench {
  private static final Duration LIMIT = Duration.ofMinutes(6);
  private static final int ROUNDS = 3;
  private static final int ROUND_SECONDS = 5;
  private static final int UNEVEN_SECONDS = 20;
  private static final int SETTLE_SECONDS = 5;
  private static final double BUSY = 1_500;
  private static final double QUIET = 300;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final ClassPath classPath = ClassPath.own();
  private final Children children;
  private final Tool envoy;
  private int envoys;

  private QuotaBench(Children children, Tool envoy) {
    this.children = children;
    this.envoy = envoy;
  }

  /** Runs from the jar in its place in the source tree. */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // no warning about missing loggers
    try (Children children = Children.inTemporaryFolder()) {
      Tool envoy =
          Tool.find(children, "envoy", "--version")
              .orElseThrow(() -> new IOException("envoy: not found (expected: on the PATH)"));
      new QuotaBench(children, envoy).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    Path root = classPath.jar().resolve("../../..").normalize();
    String version = Program.build(children, root);
    TimeLimit limit = new TimeLimit(LIMIT, children::close);
    out.printf("ThrottleX %s quotas: %s, %s%n", version, Machine.name(), envoy);
    out.println("Load average before: " + Machine.load());
    speed(root);
    uneven(root);
    limit.cancel();
  }

  /** An Envoy, and how often it calls the service. */
  private record Side(String name, int port, Load load, Calls calls)
      implements Turns.Side<double[]> {
    @Override
    public void warmUp() throws IOException, InterruptedException {
      load.run(port, ROUND_SECONDS);
    }

    @Override
    public double[] round() throws IOException, InterruptedException {
      long before = calls.count();
      Load.Volume volume = load.run(port, ROUND_SECONDS);
      double requests = volume.requests();
      return new double[] {requests / volume.seconds(), 1000 * (calls.count() - before) / requests};
    }
  }

  /** Counts calls of the service. */
  private interface Calls {
    long count() throws IOException, InterruptedException;
  }

  private void speed(Path root) throws IOException, InterruptedException {
    Program service = service(root, "fast", 10_000_000);
    Load load =
        new OwnLoad(children.talk("generator", classPath.command(Generator.class)))
            .of(TrafficKind.PAGE);
    List<Side> sides = new ArrayList<>();
    for (String filter : List.of("", "rls", "rlqs")) {
      int admin = LocalPorts.free();
      int port = envoy(filter, service.port(), admin);
      sides.add(new Side(filter, port, load, () -> calls(filter, admin, service.adminPort())));
    }
    List<List<double[]>> rounds = Turns.run(ROUNDS, sides);
    out.printf("%n%-28s %12s %28s%n", "Envoy", "requests/s", "calls per 1,000 requests");
    String[] names = {"without a limit", "a check for each (RLS)", "quotas (RLQS)"};
    for (int i = 0; i < names.length; i++) {
      out.printf(
          Locale.ROOT,
          "%-28s %,12.0f %28.3f%n",
          names[i],
          median(rounds.get(i), 0),
          median(rounds.get(i), 1));
    }
  }

  private static double median(List<double[]> rounds, int of) {
    return rounds.stream().mapToDouble(round -> round[of]).sorted().toArray()[rounds.size() / 2];
  }

  private void uneven(Path root) throws IOException, InterruptedException {
    out.printf(
        "%nTwo Envoys, one limit of 1,000/s, %.0f and %.0f requests/s for %d s: admitted/s%n",
        BUSY, QUIET, UNEVEN_SECONDS);
    admitted("ThrottleX", service(root, "slow", 1_000).port());
    Optional<Tool> peer = Tool.find(children, "rlqs-server", "-help");
    if (peer.isEmpty()) {
      out.println("jukie/rlqs: left out (rlqs-server is not on the PATH)");
      return;
    }
    int port = LocalPorts.free();
    Path config = children.folder().resolve("peer.yaml");
    Files.writeString(
        config,
        """
        server: {grpc_addr: ":%d"}
        engine: {default_tokens_per_fill: 1000, reporting_interval: "1s"}
        """
            .formatted(port));
    Child child = children.start("peer", List.of(peer.get().path(), "-config", config.toString()));
    LocalPorts.awaitListening(child, port);
    admitted("jukie/rlqs", port);
  }

  private void admitted(String who, int service) throws IOException, InterruptedException {
    try (UnevenLoad busy = new UnevenLoad(envoy("rlqs", service, LocalPorts.free()), BUSY);
        UnevenLoad quiet = new UnevenLoad(envoy("rlqs", service, LocalPorts.free()), QUIET)) {
      TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
      long busyBefore = busy.admitted();
      long quietBefore = quiet.admitted();
      long asked = busy.answered() + quiet.answered();
      TimeUnit.SECONDS.sleep(UNEVEN_SECONDS);
      double first = (busy.admitted() - busyBefore) / (double) UNEVEN_SECONDS;
      double second = (quiet.admitted() - quietBefore) / (double) UNEVEN_SECONDS;
      out.printf(
          Locale.ROOT,
          "%-28s %,8.0f + %,.0f = %,.0f of %,.0f%n",
          who,
          first,
          second,
          first + second,
          (busy.answered() + quiet.answered() - asked) / (double) UNEVEN_SECONDS);
    }
  }

  private Program service(Path root, String name, long perSecond)
      throws IOException, InterruptedException {
    Path rules = children.folder().resolve(name + "-rules.yml");
    Files.writeString(
        rules,
        """
        version: 1
        default-rule: none
        rules:
          - {id: all, match: {services: [edge]}, key: [service], limits: %d/1s}
        """
            .formatted(perSecond));
    return Program.start(
        children, root, name, "server: {max-rate: 0, envoy-quotas: true}\n", rules);
  }

  /** Starts an Envoy with a filter; returns its port. */
  private int envoy(String filter, int service, int admin)
      throws IOException, InterruptedException {
    int port = LocalPorts.free();
    String text =
        resource("envoy.yaml")
            .replace("@filter@", filter.isEmpty() ? "" : resource(filter + ".yaml"))
            .replace("@upstream@", Integer.toString(LocalPorts.free()))
            .replace("@port@", Integer.toString(port))
            .replace("@admin@", Integer.toString(admin))
            .replace("@service@", Integer.toString(service));
    Path file = children.folder().resolve("envoy" + envoys++ + ".yaml");
    Files.writeString(file, text);
    Child child =
        children.start(
            "envoy" + envoys,
            List.of(
                envoy.path(),
                "-c",
                file.toString(),
                "--disable-hot-restart",
                "-l",
                "error",
                "--concurrency",
                "1"));
    LocalPorts.awaitListening(child, port);
    return port;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(QuotaBench.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns how many calls or usage reports of an Envoy the service got. */
  private static long calls(String filter, int envoyAdmin, int serviceAdmin)
      throws IOException, InterruptedException {
    return filter.equals("rlqs")
        ? sum(serviceAdmin, "/metrics", "throttlex_quota_reports_total")
        : sum(envoyAdmin, "/stats?filter=cluster.throttlex.upstream_rq_total", "");
  }

  /** Returns the sum of the numbers at the ends of lines that begin with a name. */
  private static long sum(int port, String path, String name)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    String text =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    return text.lines()
        .filter(line -> line.startsWith(name) && !line.isBlank())
        .mapToLong(line -> (long) Double.parseDouble(line.replaceFirst(".* ", "")))
        .sum();
  }
}
