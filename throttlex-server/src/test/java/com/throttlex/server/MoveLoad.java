package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * 64 threads that check against rules of several algorithms, all with the same limit for a second,
 * and count exactly what is admitted.
 *
 * <p>While a rule moves, both stores charge a request, each at its own time. Around the end of a
 * second they can charge it in different windows. So a window is compared with its limit by the
 * requests that began and ended in it; the others are part of the sum of all windows.
 */
final class MoveLoad implements AutoCloseable {
  private static final int THREADS = 64;
  private static final List<String> RULES = List.of("window", "bucket", "log", "flagged", "slots");
  private static final int SLOTS = 4;

  /** So many requests at once are enough to keep every limit exhausted. */
  private static final int AT_ONCE = 10;

  private final List<RunningServer> nodes;
  private final int limit;

  private final Semaphore room = new Semaphore(AT_ONCE);
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();
  private final Map<String, LongAdder> admitted = new ConcurrentHashMap<>();
  private final Map<String, Map<Long, LongAdder>> byWindow = new ConcurrentHashMap<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private volatile boolean running = true;
  private long began;
  private long ended;
  private long firstSecond;
  private long lastSecond;

  MoveLoad(List<RunningServer> nodes, int limit) {
    this.nodes = nodes;
    this.limit = limit;
    RULES.forEach(rule -> admitted.put(rule, new LongAdder()));
    RULES.forEach(rule -> byWindow.put(rule, new ConcurrentHashMap<>()));
  }

  /** The stores of the test read the same clock. */
  private static long second() {
    return Instant.now().getEpochSecond();
  }

  void start() {
    firstSecond = second();
    began = System.nanoTime();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.execute(() -> run(number));
    }
  }

  private void run(int number) {
    RunningServer node = nodes.get(number % nodes.size());
    String rule = RULES.get(number / nodes.size() % RULES.size());
    while (running) {
      room.acquireUninterruptibly();
      try {
        check(node, rule);
      } catch (AssertionError | RuntimeException e) {
        errors.add(rule + ": " + e);
      } finally {
        room.release();
      }
    }
  }

  private void check(RunningServer node, String rule) {
    long second = second();
    RunningServer.Reply reply = node.check(TwoNodes.body("u", "/" + rule));
    boolean within = second == second();
    if (reply.status() == 200) {
      admitted.get(rule).increment();
      if (within) {
        byWindow.get(rule).computeIfAbsent(second, made -> new LongAdder()).increment();
      }
      if (rule.equals("slots")) {
        hold(node, reply.json().getString("reservation"));
      }
    } else if (reply.status() != 429) {
      errors.add(rule + ": " + reply.status() + " " + reply.body());
    }
  }

  /** Holds a slot until it is settled: what is counted as in flight is, at all times. */
  private void hold(RunningServer node, String reservation) {
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    inFlight.decrementAndGet();
    JsonObject body = new JsonObject().put("reservation", reservation).put("cost", 1);
    int status = node.post("/api/v1/settle", body.encode()).status();
    if (status != 200) {
      errors.add("settle: " + status);
    }
  }

  /** Returns how much was admitted under the fixed window. */
  long admitted() {
    return admitted.get("window").sum();
  }

  void awaitAdmitted(long least) {
    Await.until("more admitted requests", () -> admitted() >= least);
  }

  void stop() throws InterruptedException {
    running = false;
    threads.shutdown();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    ended = System.nanoTime();
    lastSecond = second();
  }

  /** Fails if a request failed, or if more was admitted than the limits allow. */
  void requireBounds() {
    assertThat(errors).isEmpty();
    requireWindows("window");
    requireWindows("flagged");
    Duration took = Duration.ofNanos(ended - began);
    assertThat(admitted.get("bucket").sum())
        .isLessThanOrEqualTo(limit + limit * took.toMillis() / 1000 + 1); // one unit for the move
    assertThat(admitted.get("log").sum())
        .isLessThanOrEqualTo(limit * (took.toSeconds() + 1) + AT_ONCE);
    assertThat(mostInFlight.get()).isLessThanOrEqualTo(SLOTS);
    admitted.forEach((rule, sum) -> assertThat(sum.sum()).as(rule).isGreaterThan(limit));
  }

  /**
   * Checks the windows of a rule, and their sum: requests in progress at the end of a second can be
   * in two windows, which matters once, for the step from one store to the other.
   */
  private void requireWindows(String rule) {
    Map<Long, LongAdder> windows = byWindow.get(rule);
    windows.forEach(
        (second, count) ->
            assertThat(count.sum()).as("%s %s", rule, second).isLessThanOrEqualTo(limit));
    long sum = admitted.get(rule).sum();
    long within = windows.values().stream().mapToLong(LongAdder::sum).sum();
    assertThat(within).as("%s within a window of %s", rule, sum).isGreaterThan(sum / 2);
    assertThat(sum)
        .as("%s from %s to %s", rule, firstSecond, lastSecond)
        .isLessThanOrEqualTo(limit * (lastSecond - firstSecond + 1) + AT_ONCE);
  }

  @Override
  public void close() {
    running = false;
    threads.shutdownNow();
  }
}
