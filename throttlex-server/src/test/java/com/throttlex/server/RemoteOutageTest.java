package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.grpc.RemoteDecider;
import com.throttlex.grpc.ServiceSettings;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import com.throttlex.tck.servers.FaultProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application that uses the service while the service, or the network to it, is unavailable. */
@Timeout(120)
class RemoteOutageTest {
  private static final RequestContext USER = RequestContext.ofUser("u");
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: shared, key: [user], limits: 1000000/1d}
      """;
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  @TempDir Path folder;

  private final ThrottleX local =
      ThrottleX.of(RuleBook.of(Rule.builder("own").key("user").limits("20/1d").build()));

  private RemoteDecider open(FaultProxy proxy) {
    return RemoteDecider.open(
        ServiceSettings.plaintext("127.0.0.1:" + proxy.port()).withDeadline(DEADLINE), local);
  }

  private static Decision check(RemoteDecider decider) throws Exception {
    return decider.checkAsync(USER).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static void await(RemoteDecider decider, String rule) {
    Await.until("rule " + rule, () -> rule.equals(check(decider).rule()));
  }

  private static void assertLocal(RemoteDecider decider, int checks) throws Exception {
    for (int i = 0; i < checks; i++) {
      Decision decision = check(decider);
      assertThat(decision.rule()).isEqualTo("own");
      assertThat(decision.degraded()).isTrue();
    }
  }

  @Test
  void requests_whileTheNetworkIsCut_areDecidedLocallyAndByTheServiceAfterwards() throws Exception {
    try (RunningServer server = RunningServer.start(folder, RULES);
        FaultProxy proxy = FaultProxy.to(server.port());
        RemoteDecider decider = open(proxy)) {
      await(decider, "shared");
      assertThat(decider.problem()).isEmpty();

      proxy.cut();
      await(decider, "own");
      assertLocal(decider, 50);
      assertThat(check(decider).allowed()).isFalse();
      assertThat(decider.problem()).contains("127.0.0.1:" + proxy.port());

      proxy.pass();
      double back = MachineTime.of(() -> await(decider, "shared"));
      assertThat(back).as("milliseconds until the service decides again").isLessThan(10_000);
      assertThat(check(decider).degraded()).isFalse();
      assertThat(decider.degraded()).isFalse();
    }
  }

  @Test
  void requests_whileTheServiceIsSilent_doNotWaitForIt() throws Exception {
    try (RunningServer server = RunningServer.start(folder, RULES);
        FaultProxy proxy = FaultProxy.to(server.port());
        RemoteDecider decider = open(proxy)) {
      await(decider, "shared");
      proxy.blackhole();
      await(decider, "own");
      long before = System.nanoTime();
      assertLocal(decider, 500);
      // Each would have waited for the deadline, 500 s in all.
      assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(120));
      assertThat(decider.degraded()).isTrue();

      proxy.pass();
      await(decider, "shared");
      assertThat(decider.degraded()).isFalse();
    }
  }

  @Test
  void requests_beforeTheServiceIsThere_areDecidedLocallyAndByTheServiceLater() throws Exception {
    try (RunningServer server = RunningServer.start(folder, RULES);
        FaultProxy proxy = FaultProxy.to(server.port())) {
      proxy.cut();
      try (RemoteDecider decider = open(proxy)) {
        assertLocal(decider, 20);
        proxy.pass();
        await(decider, "shared");
      }
    }
  }

  @Test
  void requests_whileTheProcessIsPausedOrKilled_areDecidedLocally() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), RULES);
    try (ServiceProcess service = ServiceProcess.start(folder);
        RemoteDecider decider =
            RemoteDecider.open(
                ServiceSettings.plaintext("127.0.0.1:" + service.port()).withDeadline(DEADLINE),
                local)) {
      await(decider, "shared");
      service.signal("STOP");
      await(decider, "own");
      assertLocal(decider, 200);
      assertThat(decider.problem()).contains("DEADLINE_EXCEEDED");
      service.signal("CONT");
      await(decider, "shared");
      assertThat(decider.degraded()).isFalse();

      service.kill();
      await(decider, "own");
      assertLocal(decider, 200);
      assertThat(decider.problem()).contains("UNAVAILABLE");
    }
  }
}
