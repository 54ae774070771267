package com.throttlex.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.MemoryNotes;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What nodes agree on, however they read and write it. */
class NodeAgreementTest {
  private static final long SECOND = 1_000_000_000L;
  private static final AdaptiveRule RATE =
      new AdaptiveRule("rate", new Range(10, 100, 200), false, List.of("system"));
  private static final AdaptiveRule SLOTS =
      new AdaptiveRule("slots", new Range(2, 20, 50), true, List.of("odd name |\t\n%", "é"));
  private static final Readings LOST =
      Readings.of(Map.of(Signal.ERROR_RATE, 1.0, Signal.CPU, 1.0, Signal.QUEUE_DEPTH, 1e6));

  private long now = 1_790_000_000L * SECOND;
  private final MemoryNotes notes = new MemoryNotes(() -> now);

  private static AdaptiveLimits node(Notes notes) {
    AdaptiveLimits node = new AdaptiveLimits(notes);
    node.govern(List.of(RATE, SLOTS), AdaptiveSettings.DEFAULTS);
    return node;
  }

  @Test
  void standings_areReadAsTheyWereWritten() {
    AdaptiveValue odd =
        new AdaptiveValue(
            AdaptiveMode.FIXED,
            42,
            Long.MAX_VALUE,
            new ControlState(10.0 / 3, now, Map.of("filtered", -0.1, "integral", 1e-300)),
            "cut: because\tof %, \n and ü",
            Map.of("error", -0.25));
    AdaptiveValues written = new AdaptiveValues(5, now, Map.of("a.b_c-9", odd));
    assertThat(AdaptiveValues.parse(5, written.text())).isEqualTo(written);
    assertThat(AdaptiveValues.parse(1, new AdaptiveValues(1, 7, Map.of()).text()).byRule())
        .isEmpty();
  }

  @Test
  void reports_areReadAsTheyWereWritten() {
    NodeReport report =
        new NodeReport(
            Map.of(
                "odd name |\t\n%",
                new SourceReport(
                    new Health(0.25, 0.5, Map.of(Signal.CPU, 0.125)),
                    7,
                    Map.of(Signal.CPU, 0.9),
                    Set.of(Signal.CPU, Signal.MEMORY)),
                "",
                new SourceReport(Health.UNKNOWN, 1, Map.of(), Set.of())),
            Map.of("slots", new Traffic(1, 2, 3, 4.5, 5.5, 6.5, 7.5, 8)));
    assertThat(NodeReport.parse(report.text())).isEqualTo(report);
    assertThat(NodeReport.parse(new NodeReport(Map.of(), Map.of()).text()).sources()).isEmpty();
  }

  @Test
  void merged_countsNodesByTheirRequests_andWhatWasToldFirst() {
    SourceReport busy = report(0.0, 1000.0, 90, Set.of());
    SourceReport idle = report(1.0, 100.0, 10, Set.of());
    SourceReport blind = new SourceReport(Health.UNKNOWN, 1000, Map.of(), Set.of());
    SourceReport merged =
        SourceReport.merged(List.of(busy, idle, blind), AdaptiveSettings.DEFAULTS);
    assertThat(merged.health().parts().get(Signal.RESPONSE_TIME)).isEqualTo(0.1);
    assertThat(merged.values()).containsEntry(Signal.RESPONSE_TIME, 910.0);

    SourceReport told = report(0.5, 300.0, 1, Set.of(Signal.RESPONSE_TIME));
    SourceReport all = SourceReport.merged(List.of(busy, told, idle), AdaptiveSettings.DEFAULTS);
    assertThat(all.health().parts().get(Signal.RESPONSE_TIME)).isEqualTo(0.5);
    assertThat(all.told()).containsExactly(Signal.RESPONSE_TIME);

    NodeReport one = new NodeReport(Map.of(), Map.of("r", new Traffic(3, 1, 2, 10, 10, 10, 10, 4)));
    NodeReport two =
        new NodeReport(Map.of(), Map.of("r", new Traffic(12, 0, 1, 30, 30, 30, 30, 5)));
    assertThat(NodeReport.merged(List.of(one, two), AdaptiveSettings.DEFAULTS).traffic().get("r"))
        .isEqualTo(new Traffic(15, 1, 3, 25, 25, 25, 25, 5));
  }

  private static SourceReport report(double part, double millis, long weight, Set<Signal> told) {
    Health health = new Health(part, 0.4, Map.of(Signal.RESPONSE_TIME, part));
    return new SourceReport(health, weight, Map.of(Signal.RESPONSE_TIME, millis), told);
  }

  @Test
  void ruleThatANodeDoesNotKnowYet_keepsWhatOthersSaid() {
    AdaptiveLimits first = node(notes);
    first.fix("slots", 33, null, now).toCompletableFuture().join();
    AdaptiveLimits second = new AdaptiveLimits(notes);
    second.govern(List.of(RATE), AdaptiveSettings.DEFAULTS);
    for (int i = 0; i < 5; i++) {
      now += SECOND;
      second.tick(now);
    }
    first.tick(now);
    assertThat(first.limits()).containsEntry("slots", 33L);
  }

  @Test
  void racingNodes_stepOncePerInterval_andLoseNoOverride() throws Exception {
    List<AdaptiveLimits> nodes = new ArrayList<>();
    List<Adjustment> moved = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 4; i++) {
      AdaptiveLimits node = node(notes);
      node.listen(moved::add);
      nodes.add(node);
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 30; round++) {
        now += SECOND;
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> running = new ArrayList<>();
        for (AdaptiveLimits node : nodes) {
          running.add(
              threads.submit(
                  () -> {
                    start.await();
                    node.signal("system", LOST, now, now);
                    node.tick(now);
                    return null;
                  }));
        }
        start.countDown();
        for (Future<?> each : running) {
          each.get();
        }
      }
      assertThat(moved).isNotEmpty();
      List<Long> path = moved.stream().map(Adjustment::to).toList();
      assertThat(path).isSortedAccordingTo((a, b) -> Long.compare(b, a)).doesNotHaveDuplicates();
      List<Future<?>> changes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        AdaptiveLimits node = nodes.get(i);
        String rule = i % 2 == 0 ? "rate" : "slots";
        changes.add(
            threads.submit(() -> node.fix(rule, 30, null, now).toCompletableFuture().join()));
      }
      for (Future<?> each : changes) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < 2; i++) {
      now += SECOND;
      nodes.forEach(node -> node.tick(now));
    }
    assertThat(nodes)
        .allSatisfy(
            node ->
                assertThat(node.limits()).containsEntry("rate", 30L).containsEntry("slots", 30L));
  }

  @Test
  void clocksApart_neitherHurryNorStopTheSteps() {
    AdaptiveLimits ahead = node(notes);
    AdaptiveLimits behind = node(notes);
    List<Long> changes = new ArrayList<>();
    ahead.listen(step -> changes.add(now));
    behind.listen(step -> changes.add(now));
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      now += SECOND / 4;
      boolean alive = i < 100;
      if (alive && random.nextBoolean()) {
        ahead.signal("system", LOST, now + 30 * SECOND, now + 30 * SECOND);
        ahead.tick(now + 30 * SECOND);
      }
      behind.signal("system", LOST, now - 30 * SECOND, now - 30 * SECOND);
      behind.tick(now - 30 * SECOND);
    }
    assertThat(changes).hasSizeGreaterThan(3);
    for (int i = 1; i < changes.size(); i++) {
      assertThat(changes.get(i) - changes.get(i - 1)).isBetween(2 * SECOND, 4 * SECOND);
    }
    assertThat(behind.limits().get("rate")).isLessThan(100);
  }

  @Test
  void unreachableNotes_leaveLimitsAsTheyAre_andAreReported() {
    Failing failing = new Failing(notes);
    AdaptiveLimits node = node(failing);
    node.fix("rate", 77, null, now).toCompletableFuture().join();
    failing.down = true;
    for (int i = 0; i < 10; i++) {
      now += SECOND;
      node.signal("system", LOST, now, now);
      node.tick(now);
    }
    assertThat(node.limits()).containsEntry("rate", 77L);
    assertThat(node.status().problem()).contains("down");
    failing.down = false;
    now += SECOND;
    node.tick(now);
    assertThat(node.status().problem()).isNull();
  }

  @Test
  void garbledNotes_areReplacedByWhatANodeKnows() {
    AdaptiveLimits node = node(notes);
    node.fix("rate", 77, null, now).toCompletableFuture().join();
    notes.write("adaptive/standings", Notes.ANY, "garbage", Duration.ofDays(1));
    notes.write("adaptive/node/other", Notes.ANY, "garbage", Duration.ofDays(1));
    for (int i = 0; i < 3; i++) {
      now += SECOND;
      node.tick(now);
    }
    assertThat(node.status().problem()).isNull();
    assertThat(node.limits()).containsEntry("rate", 77L);
    AdaptiveLimits other = node(notes);
    other.tick(now + SECOND);
    assertThat(other.limits()).containsEntry("rate", 77L);
  }

  @Test
  void signalsThatCannotBeRead_areIgnored_andCounted() {
    AdaptiveLimits node = node(notes);
    node.watch("system", time -> Map.of(Signal.CPU, Double.NaN));
    node.watch(
        "broken",
        time -> {
          throw new IllegalStateException("no such file");
        });
    now += SECOND;
    node.tick(now);
    assertThat(node.status().problem()).isNull();
    assertThat(node.status().ignored()).isEqualTo(2);
    assertThat(node.limits()).containsEntry("rate", 100L);
  }

  private static final class Failing implements Notes {
    private final Notes notes;
    private boolean down;

    Failing(Notes notes) {
      this.notes = notes;
    }

    @Override
    public CompletionStage<Map<String, Note>> read() {
      return down
          ? CompletableFuture.failedFuture(new IllegalStateException("down"))
          : notes.read();
    }

    @Override
    public CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl) {
      return down
          ? CompletableFuture.failedFuture(new IllegalStateException("down"))
          : notes.write(name, expected, text, ttl);
    }
  }
}
