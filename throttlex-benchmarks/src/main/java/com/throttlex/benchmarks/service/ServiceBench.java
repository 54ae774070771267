package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Others;
import com.throttlex.benchmarks.load.Generator;
import com.throttlex.benchmarks.load.TrafficKind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures the service and prints one table.
 *
 * <p>Every server and every load generator is a separate process, on the loopback interface. All of
 * them end with this program. A run takes about five minutes and is stopped after eight; building
 * the service, if needed, comes before.
 */
public final class ServiceBench {
  private static final double HTTP_BAR = 0.7;
  private static final double GRPC_BAR = 0.8;
  private static final double RESP_BAR = 0.7;
  private static final double ACCESS_BAR = 0.98;
  private static final long LIMIT_MILLIS = TimeUnit.MINUTES.toMillis(8);

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Children children;
  private final Path jar;
  private final Path root;

  private ServiceBench(Children children, Path jar) {
    this.children = children;
    this.jar = jar;
    // The jar is ROOT/throttlex-benchmarks/target/benchmarks.jar.
    root = jar.resolve("../../..").normalize();
  }

  /** Runs from the jar in its place in the source tree. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path jar =
        Path.of(ServiceBench.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toAbsolutePath();
    try (Children children = Children.inTemporaryFolder()) {
      new ServiceBench(children, jar).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    String version = Program.build(children, root);
    Timer limit = new Timer("limit", true);
    limit.schedule(closing(), LIMIT_MILLIS);
    out.printf("ThrottleX %s service: %s%n", version, Machine.name());
    String loadBefore = Machine.load();
    PeerServers peers = new PeerServers(children);
    out.println(peers.names());
    Starts starts = Starts.measure(children, root);
    Program program = Program.start(children, root);
    out.println("JVM: " + jvm(program));
    out.printf(
        "Medians of %d rounds of %d s in turns. Ratio: ThrottleX / peer; below 1 we are slower. CPU: time of"
            + " the server for a request.%nOthers: part of the machine that other programs used;"
            + " if that is more than a few per cent, measure again.%n%n",
        Contest.ROUNDS, Contest.ROUND_SECONDS);
    out.print(ServiceRow.header());
    contests(program, peers);
    out.println();
    out.print(starts.lines());
    out.printf("%nLoad average of the machine: %s before, %s after%n", loadBefore, Machine.load());
    limit.cancel();
  }

  private TimerTask closing() {
    return new TimerTask() {
      @Override
      public void run() {
        children.close();
      }
    };
  }

  private String jvm(Program program) throws IOException, InterruptedException {
    String text = children.run("java-version", 10, List.of(program.java(), "-version"));
    String options = String.join(" ", program.sameJvm(jar, EchoServer.class));
    return text.lines().findFirst().orElse("")
        + ","
        + options.substring(program.java().length(), options.indexOf(" -cp"));
  }

  private void contests(Program program, PeerServers peers)
      throws IOException, InterruptedException {
    OwnLoad own = new OwnLoad(children.talk("generator", program.sameJvm(jar, Generator.class)));
    http(program, peers, own);
    grpc(program, peers, own);
    resp(program, peers, own);
    access(program, own);
  }

  /** Compares a service that needs an access token with a service that needs none. */
  private void access(Program open, OwnLoad own) throws IOException, InterruptedException {
    Program closed = Program.startClosed(children, root);
    show(
        "HTTP, access token",
        "no access token",
        ACCESS_BAR,
        closed.under(own.of(TrafficKind.HTTP_TOKEN)),
        open.under(own.of(TrafficKind.HTTP)));
    show(
        "gRPC, access token",
        "no access token",
        ACCESS_BAR,
        closed.under(own.of(TrafficKind.CHECK_TOKEN)),
        open.under(own.of(TrafficKind.CHECK)));
    closed.child().close();
  }

  private void http(Program program, PeerServers peers, OwnLoad own)
      throws IOException, InterruptedException {
    String body = LocalPorts.check(program.port());
    if (!body.contains("per-user")) {
      throw new IOException("check: " + body + " (expected: a decision of the rule)");
    }
    PeerServers.Server nginx = peers.nginx(body);
    for (TrafficKind traffic : List.of(TrafficKind.HTTP, TrafficKind.HTTP_BUSY)) {
      Load load = peers.http(own, traffic);
      String row = "HTTP, " + traffic.connections() + " connections";
      show(row, "nginx limit_req", HTTP_BAR, program.under(load), side(nginx, load));
    }
    if (nginx != null) {
      nginx.child().close();
    }
  }

  private void grpc(Program program, PeerServers peers, OwnLoad own)
      throws IOException, InterruptedException {
    PeerServers.Server echo = peers.echo(program, jar);
    show(
        "Envoy ShouldRateLimit",
        "Vert.x gRPC echo",
        GRPC_BAR,
        program.under(own.of(TrafficKind.ENVOY)),
        echo.under(own.of(TrafficKind.ENVOY_ECHO)));
    show(
        "gRPC CheckRateLimit",
        "Vert.x gRPC echo",
        GRPC_BAR,
        program.under(own.of(TrafficKind.CHECK)),
        echo.under(own.of(TrafficKind.CHECK_ECHO)));
    echo.child().close();
  }

  private void resp(Program program, PeerServers peers, OwnLoad own)
      throws IOException, InterruptedException {
    PeerServers.Server redis = peers.redis();
    for (RespPath path : RespPath.values()) {
      show(
          path.text,
          "redis-server INCR",
          RESP_BAR,
          program.respUnder(peers.resp(own, path.ours)),
          side(redis, peers.resp(own, path.peer)));
    }
  }

  private enum RespPath {
    MANY("CL.THROTTLE, 100,000 keys", TrafficKind.THROTTLE, TrafficKind.INCR),
    HOT("CL.THROTTLE, one hot key", TrafficKind.THROTTLE_HOT, TrafficKind.INCR_HOT),
    RULE("TX.CHECK, 100,000 users", TrafficKind.TX_CHECK, TrafficKind.INCR);

    private final String text;
    private final TrafficKind ours;
    private final TrafficKind peer;

    RespPath(String text, TrafficKind ours, TrafficKind peer) {
      this.text = text;
      this.ours = ours;
      this.peer = peer;
    }
  }

  private static Contest.@Nullable Side side(PeerServers.@Nullable Server server, Load load) {
    return server == null ? null : server.under(load);
  }

  private void show(
      String path, String against, double bar, Contest.Side ours, Contest.@Nullable Side peer)
      throws IOException, InterruptedException {
    Others before = Others.until(children.cpu());
    ServiceRow row = new Contest(path, against, bar, ours, peer).run();
    out.print(row.line(Others.until(children.cpu()).shareSince(before)));
  }
}
