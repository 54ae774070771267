package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real Envoys with the quota filter, and real loads on them. */
@NeedsProgram("envoy")
class EnvoyQuotaTest {
  /** The longest time that a message takes; see the bounds in docs/INTEGRATIONS.md. */
  private static final double MESSAGE = 0.5;

  /** The most Envoys of a test. */
  private static final int ENVOYS = 2;

  @TempDir Path folder;
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private static String rules(long perSecond) {
    return "version: 1\ndefault-rule: none\nrules:\n"
        + "  - {id: api, match: {services: [edge]}, key: [service], limits: "
        + perSecond
        + "/1s}\n";
  }

  private RunningServer serve(String name, String rules, String settings) throws Exception {
    Path own = Files.createDirectories(folder.resolve(name));
    RunningServer server =
        RunningServer.start(own, rules, "server: {envoy-quotas: true}\n" + settings);
    open.add(server);
    return server;
  }

  private QuotaEnvoy envoy(String name, RunningServer server, String behavior) throws Exception {
    QuotaEnvoy envoy = QuotaEnvoy.start(folder.resolve(name), server, behavior);
    open.add(envoy);
    return envoy;
  }

  /** Counts what Envoys admit, and compares it with the limit. */
  private static final class Watch {
    private final List<QuotaEnvoy> envoys;
    private final long began = System.nanoTime();
    private final long before;

    Watch(QuotaEnvoy... envoys) {
      this.envoys = List.of(envoys);
      before = sum();
    }

    private long sum() {
      return envoys.stream().mapToLong(envoy -> envoy.admitted.get()).sum();
    }

    double seconds() {
      return (System.nanoTime() - began) / 1e9;
    }

    void last(double seconds) {
      Await.until(Duration.ofSeconds(200), "a time of load", () -> seconds() > seconds);
    }

    /** Asserts the bound; returns the part of the limit that was used. */
    double holds(long perSecond) {
      long admitted = sum() - before;
      double seconds = seconds();
      assertThat(admitted)
          .as("admitted in %s s", seconds)
          .isLessThanOrEqualTo((long) (perSecond * (ENVOYS + 1 + seconds + MESSAGE)));
      return admitted / (perSecond * seconds);
    }
  }

  @Test
  void twoEnvoys_shareOneLimit_andSharesMove() throws Exception {
    RunningServer server = serve("node", rules(1000), "");
    QuotaEnvoy first = envoy("a", server, "DENY_ALL").load(2000);
    QuotaEnvoy second = envoy("b", server, "DENY_ALL").load(100);
    Watch all = new Watch(first, second);
    Await.until("both admit", () -> first.admitted.get() > 2000 && second.admitted.get() > 150);
    first.load(100);
    second.load(2000);
    Watch moved = new Watch(second);
    moved.last(6);
    assertThat(all.holds(1000)).isGreaterThan(0.3);
    assertThat(moved.holds(1000)).isGreaterThan(0.3);
    var nodes = server.admin("GET", "/api/v1/nodes", "").json().getJsonArray("nodes");
    var proxies = nodes.getJsonObject(0).getJsonArray("proxies");
    assertThat(proxies).hasSize(2);
    assertThat(proxies.getJsonObject(0).getString("domain")).isEqualTo("edge");
    assertThat(proxies.getJsonObject(0).getInteger("buckets")).isEqualTo(1);
    String metrics = server.admin("GET", "/metrics", "").body();
    assertThat(metrics).containsPattern("throttlex_allowed_total\\{.*rule=\"api\".*} [1-9]");
    assertThat(metrics).containsPattern("throttlex_blocked_total\\{.*rule=\"api\".*} [1-9]");
    assertThat(metrics).contains("throttlex_quota_proxies 2.0");
  }

  @Test
  void twoNodesOnOneRedis_shareOneLimit() throws Exception {
    RedisServer redis = RedisServer.start();
    open.add(redis);
    String settings = "store: \"redis://127.0.0.1:" + redis.port() + "\"\n";
    QuotaEnvoy first = envoy("a", serve("one", rules(500), settings), "DENY_ALL").load(1000);
    QuotaEnvoy second = envoy("b", serve("two", rules(500), settings), "DENY_ALL").load(1000);
    Watch all = new Watch(first, second);
    all.last(8);
    assertThat(all.holds(500)).isGreaterThan(0.3);
    assertThat(first.admitted.get()).isPositive();
    assertThat(second.admitted.get()).isPositive();
  }

  @Test
  void killedEnvoy_leavesItsShareToTheOther_andALoweredRuleHolds() throws Exception {
    RunningServer server = serve("node", rules(1000), "");
    QuotaEnvoy first = envoy("a", server, "DENY_ALL").load(2000);
    QuotaEnvoy second = envoy("b", server, "DENY_ALL").load(2000);
    Await.until("both admit", () -> first.admitted.get() > 500 && second.admitted.get() > 500);
    first.process().kill();
    Watch alone = new Watch(second);
    alone.last(5);
    assertThat(alone.holds(1000)).isGreaterThan(0.3);
    Files.writeString(server.rules(), rules(50));
    Await.until("the rule is in force", () -> limitIs(server, "50/1s"));
    Watch lowered = new Watch(second);
    lowered.last(5);
    lowered.holds(50);
  }

  private static boolean limitIs(RunningServer server, String limits) {
    return server.admin("GET", "/api/v1/rules/api", "").body().contains(limits);
  }

  @Test
  void unavailableService_endsAssignments_andEnvoyDoesAsItIsTold() throws Exception {
    RunningServer server = serve("node", rules(100), "");
    QuotaEnvoy envoy = envoy("a", server, "DENY_ALL").load(50);
    Await.until("it admits", () -> envoy.admitted.get() > 20);
    server.close();
    open.remove(server);
    long after = envoy.admitted.get();
    Await.until("only denials", () -> deniesAll(envoy));
    assertThat(envoy.admitted.get() - after).isLessThanOrEqualTo(2L * 100 + 100 / 2);
  }

  private static boolean deniesAll(QuotaEnvoy envoy) {
    long admitted = envoy.admitted.get();
    long denied = envoy.denied.get();
    Await.until(
        "denials", () -> envoy.denied.get() >= denied + 50 || envoy.admitted.get() > admitted);
    return envoy.admitted.get() == admitted;
  }

  @Test
  void pausedEnvoy_keepsTheBound() throws Exception {
    RunningServer server = serve("node", rules(300), "");
    QuotaEnvoy first = envoy("a", server, "DENY_ALL").load(600);
    QuotaEnvoy second = envoy("b", server, "DENY_ALL").load(600);
    Await.until("both admit", () -> first.admitted.get() > 100 && second.admitted.get() > 100);
    Watch all = new Watch(first, second);
    first.process().pause();
    all.last(4);
    first.process().resume();
    all.last(8);
    all.holds(300);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(longs = {10, 1_000, 50_000})
  void limit_overMinutes_holds(long perSecond) throws Exception {
    RunningServer server = serve("node", rules(perSecond), "");
    QuotaEnvoy first = envoy("a", server, "DENY_ALL").load(perSecond * 2.0);
    QuotaEnvoy second = envoy("b", server, "DENY_ALL").load(perSecond * 0.5);
    Await.until("both admit", () -> first.admitted.get() > 5 && second.admitted.get() > 5);
    Watch all = new Watch(first, second);
    all.last(120);
    all.holds(perSecond);
  }
}
