package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that check without a pause, in rounds. A round is more checks of one new user at one
 * endpoint than its limit admits; the last round is completed.
 */
final class RestartLoad implements AutoCloseable {
  private static final int THREADS = 3;

  private final int port;
  private final int round;
  private final List<String> rules;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> admitted = new ConcurrentHashMap<>();
  private volatile int last = Integer.MAX_VALUE;

  RestartLoad(int port, int limit, List<String> rules) {
    this.port = port;
    round = limit + limit / 4;
    this.rules = rules;
  }

  void start() {
    for (int i = 0; i < THREADS; i++) {
      threads.execute(this::run);
    }
  }

  private void run() {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    for (int number = sent.getAndIncrement(); number < last; number = sent.getAndIncrement()) {
      int user = number / round;
      String rule = rules.get(user % rules.size());
      try {
        check(client, "u-" + user, rule);
      } catch (IOException | InterruptedException | RuntimeException e) {
        failures.add(rule + ": " + e);
      }
      done.incrementAndGet();
    }
  }

  private void check(HttpClient client, String user, String rule)
      throws IOException, InterruptedException {
    HttpRequest request =
        RunningServer.request(port, "/api/v1/check")
            .POST(HttpRequest.BodyPublishers.ofString(TwoNodes.body(user, "/" + rule)))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200 && answer.statusCode() != 429) {
      failures.add(rule + ": " + answer.statusCode() + " " + answer.body());
    } else if (new JsonObject(answer.body()).getBoolean("degraded")) {
      failures.add(rule + ": degraded " + answer.body());
    } else if (answer.statusCode() == 200) {
      admitted.computeIfAbsent(user + " " + rule, made -> new AtomicInteger()).incrementAndGet();
    }
  }

  /** Waits until that many more checks are answered. */
  void awaitMore(int checks) {
    int target = done.get() + checks;
    Await.until("answers to " + checks + " checks", () -> done.get() >= target);
  }

  /** Completes the present round. */
  void finish() throws InterruptedException {
    last = (sent.get() / round + 1) * round;
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
  }

  Queue<String> failures() {
    return failures;
  }

  /** Returns how many checks of each user were admitted. */
  Map<String, Integer> admitted() {
    Map<String, Integer> sums = new TreeMap<>();
    admitted.forEach((user, sum) -> sums.put(user, sum.get()));
    return sums;
  }

  @Override
  public void close() {
    last = 0;
    threads.shutdownNow();
  }
}
